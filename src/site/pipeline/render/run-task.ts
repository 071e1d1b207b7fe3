import { analyzeSections } from "../../../search/analyze-sections.ts";
import { indexSpec } from "../../api/plan/index-spec.ts";
import { openStoredSpec, writeSpec } from "../../api/plan/stored-spec.ts";
import { renderApi } from "../../api/render/render-api.ts";
import { BuildProblem, describeProblem, type ProblemRecord, problemToRecord } from "../../ground/build-problem.ts";
import { BuildCache } from "../../ground/cache/build-cache.ts";
import { compress, compressForPrograms, type StoredHeader, writeStoredFile } from "../../ground/cache/stored-file.ts";
import { escapeText } from "../../ground/html/escape.ts";
import { hashedAsset } from "../../ground/site-file.ts";
import { writeMarkdown } from "../../outputs/markdown/write-markdown.ts";
import { digestPage, type PageDigest } from "../../outputs/page-digest.ts";
import { compileClasses } from "../../page/author-classes.ts";
import { checkGrammar } from "../../page/code/grammars/check-grammar.ts";
import { loadOniguruma } from "../../page/code/grammars/load-oniguruma.ts";
import { type RenderedPage, renderPage } from "../../page/render-page.ts";
import { nothingOffered } from "../../source/config/visitor-settings.ts";
import { htmlLanguage } from "../../theme/templates/html-language.ts";
import { failedArticle, notFoundArticle } from "../../theme/templates/message-article.ts";
import { pageDocument } from "../../theme/templates/page-document.ts";
import type { Article, BranchFrame, PageFrame } from "../../theme/templates/site-frame.ts";
import { findTranslations } from "../../translations/find-translations.ts";
import {
  type ArticleContent,
  type ArticleIsland,
  type ArticleRecord,
  findArticle,
  writeArticle,
} from "../stored-article.ts";
import { grammarsOf } from "./grammars-of.ts";
import { cleanPageStyles, describeScripts } from "./page-code-files.ts";
import { paintCard } from "./paint-card.ts";
import { readAsset, readBody } from "./read-for-task.ts";
import type { PageTask, RenderSetup, RenderTask, TaskResult } from "./render-messages.ts";
import { renderWithIslands } from "./render-with-islands.ts";
import { sanitizeSvgFile } from "./sanitize-svg-file.ts";

const noBranch: BranchFrame = {
  language: undefined,
  version: undefined,
  surroundings: {},
  switchers: [],
  anchors: [],
  tabs: [],
  sidebar: [],
};

/** Runs one task of a build, in a process that may be killed at any time. */
export async function runTask(setup: RenderSetup, task: RenderTask): Promise<TaskResult> {
  const cache = cacheOf(setup);
  const result = await makeResult(cache, setup, task);
  // Before the result is sent, so that everything it refers to exists.
  cache.flush();
  return result;
}

async function makeResult(cache: BuildCache, setup: RenderSetup, task: RenderTask): Promise<TaskResult> {
  if (task.kind === "card") return { file: await paintCard(cache, setup, task) };
  if (task.kind === "grammar") return { grammar: checkGrammar(task.name, task.text, await loadOniguruma()) };
  if (task.kind === "asset") {
    const bytes = readAsset(setup, task);
    const clean = task.type.startsWith("image/svg") ? sanitizeSvgFile(bytes, setup.limits.treeDepthMax) : bytes;
    return { file: writeStoredFile(cache, task.fileKey, compress(clean)) };
  }
  if (task.kind === "spec") {
    const spec = indexSpec(task.name, task.text, task.options);
    writeSpec(cache, task.fileKey, spec);
    return { spec: spec.index };
  }
  if (task.kind === "notFound") {
    const text = task.text === undefined ? undefined : renderSettingText(task.text, setup);
    const words = findTranslations(htmlLanguage(task.branch.language).language).frame;
    const article = notFoundArticle(task.places, words, text, setup.site?.reader ?? nothingOffered);
    const document = layOut(setup, task.branch, task.page, article);
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

/** A page that couldn't be rendered has no Markdown. */
function storeMarkdown(cache: BuildCache, { markdown }: PageTask, body: string | undefined): StoredHeader | undefined {
  if (markdown === undefined || body === undefined) return undefined;
  return writeStoredFile(cache, markdown.key, compressForPrograms(Buffer.from(`${markdown.head}${body}\n`)));
}

const caches = new WeakMap<RenderSetup, BuildCache>();

/** One for all tasks of a build, because each instance writes its own files. */
function cacheOf(setup: RenderSetup): BuildCache {
  const known = caches.get(setup);
  if (known !== undefined) return known;
  const cache = new BuildCache(setup.cacheFolder);
  caches.set(setup, cache);
  return cache;
}

function layOut(setup: RenderSetup, frame: BranchFrame | undefined, page: PageFrame, article: Article): string {
  if (setup.site === undefined) throw new Error("a page cannot be laid out before the site is planned");
  return pageDocument(setup.site, frame ?? noBranch, page, article, (content) => renderSettingText(content, setup));
}

type AskedSize = ArticleRecord["imageSizes"][number];

interface MadeArticle {
  article: Article;
  markdown?: string;
  record?: ArticleRecord;
  failure?: ProblemRecord;
}

/** The article from the cache if only its frame changed; otherwise it is rendered and cached. */
async function makeArticle(cache: BuildCache, setup: RenderSetup, task: PageTask): Promise<MadeArticle> {
  const known = task.hasArticle ? findArticle(cache, task.articleKey) : undefined;
  if (known !== undefined) {
    const { content, record } = known;
    return { article: { ...content, digest: record.digest }, markdown: content.markdown, record };
  }
  const source = readBody(setup, task);
  const grammars = task.withoutGrammars ? undefined : await grammarsOf(setup);
  let rendered: RenderedPage;
  let islands: ArticleIsland[];
  let classRules: string;
  let markdown: string;
  let digest: PageDigest;
  try {
    const made = await renderWithIslands(cache, setup.limits.islandBytesMax, (brokenIslands) =>
      renderPage(source, {
        snippets: new Map(task.snippets),
        limits: setup.limits,
        settings: setup.settings,
        language: htmlLanguage(setup.branches[task.branch]?.language).language,
        imageSizes: setup.imageSizes,
        grammars,
        brokenIslands,
        renderApi: (api, file, page) => renderApi(api, file, page, (key, spec) => openStoredSpec(cache, key, spec)),
      }),
    );
    ({ rendered, islands } = made);
    const { top, article, aside } = rendered.tree;
    classRules = await compileClasses(made.classes);
    markdown = writeMarkdown([...top, ...article, ...aside]);
    digest = digestPage([...top, ...article]);
  } catch (error) {
    const problem = error instanceof BuildProblem ? error : unexpectedProblem(error, task.source.file);
    return { ...failed(describeProblem(problem)), failure: problemToRecord(problem) };
  }
  const { html, top, aside, tester, problems } = rendered;
  const styles = await cleanPageStyles(rendered.code.styles);
  const stylesheet = [classRules, styles.css, rendered.stylesheet].filter((css) => css !== "").join("\n");
  const { sections, ...pageFacts } = rendered.facts;
  const imageSizes = [...rendered.askedSizes].map(([path, size]) => [path, size ?? null] satisfies AskedSize);
  const usedGrammars = [...rendered.usedGrammars];
  const record: ArticleRecord = {
    facts: pageFacts,
    digest,
    problems: [...problems, ...styles.problems],
    stylesheet,
    imageSizes,
    ...(rendered.code.scripts.length > 0 && { code: describeScripts(rendered.code.scripts) }),
    ...(usedGrammars.length > 0 && { grammars: usedGrammars }),
    ...(islands.length > 0 && { islands }),
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
    usesMermaid: pageFacts.usesMermaid,
    ...(record.code && { scripts: record.code.scripts }),
  };
  writeArticle(cache, task.articleKey, { record, content: article, analysis: analyzeSections(sections) });
  return { article: { ...article, digest }, markdown, record };
}

/** A stack overflow or a bug in Lectern must not affect other pages. The error text isn't shown on the site. */
function unexpectedProblem(error: unknown, file: string): BuildProblem {
  const isTooLong = error instanceof RangeError && /string length/i.test(error.message);
  const message = isTooLong
    ? "the page is too large once rendered"
    : error instanceof RangeError
      ? "the page is nested too deeply to be rendered"
      : "Lectern could not render this page";
  return new BuildProblem(message, { file, hint: "simplify the page; if it looks harmless, please report it" });
}

function failed(reason: string): MadeArticle {
  return { article: failedArticle(reason) };
}

/** The URL under which the build serves the inline styles of a page. */
function pageStylesheetUrl(stylesheet: string): string | undefined {
  return stylesheet === "" ? undefined : `/${hashedAsset("page.css", stylesheet, "text/css").path}`;
}

const wordsLengthMax = 2_000;
const known = new WeakMap<RenderSetup, Map<string, string>>();

/** Renders Markdown text of docs.json to HTML. Every page shows a banner, so each text is rendered once per build. */
function renderSettingText(content: string, setup: RenderSetup): string {
  let texts = known.get(setup);
  if (texts === undefined) {
    texts = new Map();
    known.set(setup, texts);
  }
  const words = texts.get(content) ?? render(content.slice(0, wordsLengthMax), setup);
  texts.set(content, words);
  return words;
}

function render(content: string, { limits, settings }: RenderSetup): string {
  const source = { file: "docs.json", format: "md" as const, body: content, firstLine: 1 };
  try {
    return renderPage(source, { snippets: new Map(), limits, settings }).html;
  } catch (error) {
    // Text that isn't valid Markdown is shown as is.
    if (error instanceof BuildProblem) return escapeText(content);
    throw error;
  }
}
