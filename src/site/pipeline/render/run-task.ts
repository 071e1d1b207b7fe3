import { analyzeSections } from "../../../search/analyze-sections.ts";
import { indexSpec } from "../../api/plan/index-spec.ts";
import { openStoredSpec, writeSpec } from "../../api/plan/stored-spec.ts";
import { renderApi } from "../../api/render/render-api.ts";
import { BuildProblem, describeProblem, type ProblemRecord, problemToRecord } from "../../ground/build-problem.ts";
import { BuildCache } from "../../ground/cache/build-cache.ts";
import { compress, compressForPrograms, type StoredHeader, writeStoredFile } from "../../ground/cache/stored-file.ts";
import { hashedAsset } from "../../ground/site-file.ts";
import { writeMarkdown } from "../../outputs/markdown/write-markdown.ts";
import { digestPage } from "../../outputs/page-digest.ts";
import { drawCard } from "../../outputs/social/draw-card.ts";
import { paintDrawing } from "../../outputs/social/paint-drawing.ts";
import { compileClasses } from "../../page/author-classes.ts";
import { checkGrammar } from "../../page/code/grammars/check-grammar.ts";
import { loadOniguruma } from "../../page/code/grammars/load-oniguruma.ts";
import { type RenderedPage, renderPage } from "../../page/render-page.ts";
import type { Article } from "../../theme/templates/article.ts";
import { htmlLanguage } from "../../theme/templates/html-language.ts";
import { failedArticle, notFoundArticle } from "../../theme/templates/message-article.ts";
import { pageDocument } from "../../theme/templates/page-document.ts";
import type { BranchFrame, PageFrame } from "../../theme/templates/site-frame.ts";
import { findTranslations } from "../../translations/find-translations.ts";
import { type ArticleContent, type ArticleRecord, findArticle, writeArticle } from "../stored-article.ts";
import { grammarsOf } from "./grammars-of.ts";
import { readCardFont } from "./read-card-font.ts";
import { readAsset, readBody } from "./read-for-task.ts";
import { readPictures } from "./read-pictures.ts";
import type { CardTask, PageTask, RenderSetup, RenderTask, TaskResult } from "./render-messages.ts";
import { sanitiseSvgFile } from "./sanitise-svg-file.ts";
import { settingWords } from "./setting-words.ts";

const noBranch: BranchFrame = {
  language: undefined,
  version: undefined,
  surroundings: {},
  switchers: [],
  anchors: [],
  tabs: [],
  sidebar: [],
};

/** One piece of work of a build, done inside a process that may be killed at any time. */
export async function runTask(setup: RenderSetup, task: RenderTask): Promise<TaskResult> {
  const cache = cacheOf(setup);
  const result = await makeResult(cache, setup, task);
  // Before anybody hears of the result: what it names is there then.
  cache.flush();
  return result;
}

async function makeResult(cache: BuildCache, setup: RenderSetup, task: RenderTask): Promise<TaskResult> {
  if (task.kind === "card") return paintCard(cache, setup, task);
  if (task.kind === "grammar") return { grammar: checkGrammar(task.name, task.text, await loadOniguruma()) };
  if (task.kind === "asset") {
    const bytes = readAsset(setup, task);
    const clean = task.type.startsWith("image/svg") ? sanitiseSvgFile(bytes, setup.limits.treeDepthMax) : bytes;
    return { file: writeStoredFile(cache, task.fileKey, compress(clean)) };
  }
  if (task.kind === "spec") {
    const spec = indexSpec(task.name, task.text, task.options);
    writeSpec(cache, task.fileKey, spec);
    return { spec: spec.index };
  }
  if (task.kind === "notFound") {
    const text = task.text === undefined ? undefined : settingWords(task.text, setup);
    const words = findTranslations(htmlLanguage(task.branch.language).language).frame;
    const document = layOut(setup, task.branch, task.page, notFoundArticle(task.places, words, text));
    return { file: writeStoredFile(cache, task.fileKey, compress(Buffer.from(document))) };
  }
  const {
    article,
    markdown: body,
    record,
    failure,
  } = task.failure === undefined ? await makeArticle(cache, setup, task) : failed(task.failure);
  const document = layOut(setup, setup.branches[task.branch], task.page, article);
  const file = writeStoredFile(cache, task.fileKey, compress(Buffer.from(document)));
  const markdown = storeMarkdown(cache, task, body);
  return {
    file,
    ...(markdown && { markdown }),
    ...(record && { article: record }),
    ...(failure && { failure }),
  };
}

async function paintCard(cache: BuildCache, setup: RenderSetup, { fileKey, card }: CardTask): Promise<TaskResult> {
  const pictures = await readPictures(setup, card);
  const font = readCardFont(setup, card.font);
  const bytes = await paintDrawing(drawCard(card, pictures, font?.widthOf), font?.bytes);
  return { file: writeStoredFile(cache, fileKey, { bytes, gzip: undefined, brotli: undefined }) };
}

/** A page that could not be rendered has nothing to say to machines. */
function storeMarkdown(cache: BuildCache, { markdown }: PageTask, body: string | undefined): StoredHeader | undefined {
  if (markdown === undefined || body === undefined) return undefined;
  return writeStoredFile(cache, markdown.key, compressForPrograms(Buffer.from(`${markdown.head}${body}\n`)));
}

const caches = new WeakMap<RenderSetup, BuildCache>();

/** One for all tasks of a build: each one opened writes files of its own. */
function cacheOf(setup: RenderSetup): BuildCache {
  const known = caches.get(setup);
  if (known !== undefined) return known;
  const cache = new BuildCache(setup.cacheFolder);
  caches.set(setup, cache);
  return cache;
}

function layOut(setup: RenderSetup, frame: BranchFrame | undefined, page: PageFrame, article: Article): string {
  if (setup.site === undefined) throw new Error("a page cannot be laid out before the site is planned");
  return pageDocument(setup.site, frame ?? noBranch, page, article, (content) => settingWords(content, setup));
}

type AskedSize = ArticleRecord["imageSizes"][number];

interface MadeArticle {
  article: Article;
  markdown?: string;
  record?: ArticleRecord;
  failure?: ProblemRecord;
}

/** The article from the cache when only its surroundings changed, else rendered and kept for the next build. */
async function makeArticle(cache: BuildCache, setup: RenderSetup, task: PageTask): Promise<MadeArticle> {
  const known = task.hasArticle ? findArticle(cache, task.articleKey) : undefined;
  if (known !== undefined) {
    const { content, record } = known;
    return { article: { ...content, digest: record.digest }, markdown: content.markdown, record };
  }
  const source = readBody(setup, task);
  const grammars = task.withoutGrammars ? undefined : await grammarsOf(setup);
  let rendered: RenderedPage;
  let classRules: string;
  try {
    rendered = renderPage(source, {
      snippets: new Map(task.snippets),
      limits: setup.limits,
      settings: setup.settings,
      language: htmlLanguage(setup.branches[task.branch]?.language).language,
      imageSizes: setup.imageSizes,
      grammars,
      renderApi: (api, file, page) => renderApi(api, file, page, (key, spec) => openStoredSpec(cache, key, spec)),
    });
    classRules = await compileClasses(rendered.authorClasses);
  } catch (error) {
    const problem = error instanceof BuildProblem ? error : unexpectedProblem(error, task.source.file);
    return { ...failed(describeProblem(problem)), failure: problemToRecord(problem) };
  }
  const { html, top, aside, tester, tree, problems } = rendered;
  const stylesheet = [classRules, rendered.stylesheet].filter((css) => css !== "").join("\n");
  const markdown = writeMarkdown([...tree.top, ...tree.article, ...tree.aside]);
  const digest = digestPage([...tree.top, ...tree.article]);
  const { sections, ...pageFacts } = rendered.facts;
  const imageSizes = [...rendered.askedSizes].map(([path, size]) => [path, size ?? null] satisfies AskedSize);
  const usedGrammars = [...rendered.usedGrammars];
  const record: ArticleRecord = {
    facts: pageFacts,
    digest,
    problems,
    stylesheet,
    imageSizes,
    ...(usedGrammars.length > 0 && { grammars: usedGrammars }),
  };
  const article: ArticleContent = {
    html,
    top,
    aside,
    tester,
    markdown,
    headings: pageFacts.headings,
    stylesheet: pageStylesheetUrl(stylesheet),
    usesMath: pageFacts.usesMath,
  };
  writeArticle(cache, task.articleKey, { record, content: article, analysis: analyzeSections(sections) });
  return { article: { ...article, digest }, markdown, record };
}

/** A stack that overflows or a fault of ours must not cost the author the other pages. Its text stays out of the site. */
function unexpectedProblem(error: unknown, file: string): BuildProblem {
  const isTooLong = error instanceof RangeError && /string length/i.test(error.message);
  const message = isTooLong
    ? "the page is too large once rendered"
    : error instanceof RangeError
      ? "the page is nested too deep to be rendered"
      : "Lectern could not render this page";
  return new BuildProblem(message, { file, hint: "simplify the page; if it looks harmless, please report it" });
}

function failed(reason: string): MadeArticle {
  return { article: failedArticle(reason) };
}

/** The address under which the build serves the inline styles of a page. */
function pageStylesheetUrl(stylesheet: string): string | undefined {
  return stylesheet === "" ? undefined : `/${hashedAsset("page.css", stylesheet, "text/css").path}`;
}
