import { analyzeSections } from "../../../search/indexing.ts";
import { indexSpec } from "../../api/plan/index-spec.ts";
import { writeSpec } from "../../api/plan/stored-spec.ts";
import { withHost } from "../../outputs/markdown/write-markdown.ts";
import { paintCard } from "../../outputs/social/paint-card.ts";
import { checkGrammar } from "../../page/code/grammars/check-grammar.ts";
import { loadOniguruma } from "../../page/code/grammars/load-oniguruma.ts";
import { renderPage } from "../../page/render-page.ts";
import { BuildProblem, describeProblem, type ProblemRecord, problemToRecord } from "../../shared/build-problem.ts";
import { BuildCache } from "../../shared/cache/build-cache.ts";
import { type StoredHeader, writeStoredFile } from "../../shared/cache/stored-file.ts";
import { computeOnce } from "../../shared/compute-once.ts";
import { escapeText } from "../../shared/html/escape.ts";
import { printHtml } from "../../shared/html/print-html.ts";
import { nothingOffered } from "../../source/config/visitor-settings.ts";
import { basePathOf, htmlBelow } from "../../theme/base-path.ts";
import { readArticle } from "../../theme/read-article.ts";
import { cardPictureBytesMax } from "../../theme/social-card.ts";
import { htmlLanguage } from "../../theme/templates/html-language.ts";
import { failedArticle, notFoundArticle } from "../../theme/templates/message-article.ts";
import { pageDocument } from "../../theme/templates/page-document.ts";
import { sharedPlace } from "../../theme/templates/sidebar-entries.ts";
import type { Article, BranchFrame, PageFrame } from "../../theme/templates/site-frame.ts";
import { findTranslations } from "../../translations/find-translations.ts";
import { type ArticleRecord, findArticle, writeArticle } from "../stored-article.ts";
import { readAsset } from "./read-for-task.ts";
import { renderArticle } from "./render-article.ts";
import type { CardTask, PageTask, PreviewTask, RenderSetup, RenderTask, TaskResult } from "./render-messages.ts";
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
  const cache = computeOnce(caches, setup, () => new BuildCache(setup.cacheFolder));
  const result = await makeResult(cache, setup, task);
  // Flushed before the result is sent, so that all entries that the result refers to exist.
  cache.flush();
  return result;
}

async function makeResult(cache: BuildCache, setup: RenderSetup, task: RenderTask): Promise<TaskResult> {
  if (task.kind === "card") return { file: await storeCard(cache, setup, task) };
  if (task.kind === "grammar") return { grammar: checkGrammar(task.name, task.text, await loadOniguruma()) };
  if (task.kind === "asset") {
    const bytes = readAsset(setup, task);
    return { file: writeStoredFile(cache, task.fileKey, sanitizeSvgFile(bytes, setup.limits.treeDepthMax)) };
  }
  if (task.kind === "spec") {
    const spec = indexSpec(task.name, task.text, task.options);
    writeSpec(cache, task.fileKey, spec);
    return { spec: spec.index };
  }
  if (task.kind === "banner") {
    return { file: writeStoredFile(cache, task.fileKey, Buffer.from(renderText(task.content, setup))) };
  }
  if (task.kind === "preview") return renderPreview(cache, setup, task);
  if (task.kind === "notFound") {
    const text = task.text === undefined ? undefined : renderText(task.text, setup);
    const words = findTranslations(htmlLanguage(task.branch.language).language).frame;
    const article = notFoundArticle(task.places, words, text, setup.site?.reader ?? nothingOffered);
    return { file: writeDocument(cache, task.fileKey, layOut(setup, task.branch, task.page, article)) };
  }
  const made: MadeArticle =
    task.failure === undefined ? await makeArticle(cache, setup, task) : { article: failedArticle(task.failure) };
  const { record, failure } = made;
  const document = layOut(setup, setup.branches[task.branch], task.page, made.article);
  const file = writeDocument(cache, task.fileKey, document);
  const markdown = storeMarkdown(cache, task, made.markdown);
  return { file, ...(markdown && { markdown }), ...(record && { article: record }), ...(failure && { failure }) };
}

/**
 * Renders the article as it would be published, then parses it again and removes all scripts, so that any page can show
 * the article.
 */
async function renderPreview(cache: BuildCache, setup: RenderSetup, task: PreviewTask): Promise<TaskResult> {
  const made = await renderArticle(cache, setup, task);
  if ("failure" in made) return { failure: problemToRecord(made.failure) };
  const { record, content } = made;
  // The preview has no sidebar, because a sidebar can be longer than the article.
  const frame = { ...noBranch, language: setup.branches[task.branch]?.language };
  const document = layOut(setup, frame, task.page, { ...content, digest: record.digest });
  const findFileUrl = (path: string) => task.fileUrls.get(path);
  const article = readArticle(document, { siteUrl: task.siteUrl, findFileUrl, withTabs: true });
  if (article === undefined) {
    return { failure: { message: "the page is too large to be previewed", severity: "error", file: task.source.file } };
  }
  const { facts, problems, stylesheet } = record;
  return { preview: { html: printHtml(article.nodes), stylesheet, facts, problems } };
}

/** Paints the image of a page for link previews and stores it. SVG images of authors are sanitized first. */
async function storeCard(cache: BuildCache, setup: RenderSetup, { fileKey, card }: CardTask): Promise<StoredHeader> {
  const bytes = await paintCard(card, ({ path, type, sha256 }) => {
    const content = readAsset(setup, { name: path, sha256 });
    const isPainted = type === "image/svg+xml" && content.length <= cardPictureBytesMax;
    return isPainted ? sanitizeSvgFile(content, setup.limits.treeDepthMax) : content;
  });
  return writeStoredFile(cache, fileKey, bytes);
}

/** Stores the document of a page without its banner and sidebar, and where they go. */
function writeDocument(cache: BuildCache, key: string, document: string): StoredHeader {
  const [before = "", between = "", after = ""] = document.split(sharedPlace);
  const bannerAt = Buffer.byteLength(before);
  const places = { bannerAt, sidebarAt: bannerAt + Buffer.byteLength(between) };
  return writeStoredFile(cache, key, Buffer.from(before + between + after), places);
}

/** A page that couldn't be rendered has no Markdown. */
function storeMarkdown(cache: BuildCache, { markdown }: PageTask, body: string | undefined): StoredHeader | undefined {
  if (markdown === undefined || body === undefined) return undefined;
  const text = withHost(body, markdown.address);
  return writeStoredFile(cache, markdown.key, Buffer.from(`${markdown.head}${text}\n`));
}

/** One instance for all tasks of a build, because each instance writes its own files. */
const caches = new WeakMap<RenderSetup, BuildCache>();

function layOut(setup: RenderSetup, frame: BranchFrame | undefined, page: PageFrame, article: Article): string {
  if (setup.site === undefined) throw new Error("a page cannot be laid out before the site is planned");
  const document = pageDocument(setup.site, frame ?? noBranch, page, article);
  return htmlBelow(basePathOf(setup.site.head.address), document);
}

interface MadeArticle {
  article: Article;
  markdown?: string;
  record?: ArticleRecord;
  failure?: ProblemRecord;
}

/** Reads the article from the cache if only its frame changed. Otherwise renders and caches it. */
async function makeArticle(cache: BuildCache, setup: RenderSetup, task: PageTask): Promise<MadeArticle> {
  const known = task.hasArticle ? findArticle(cache, task.articleKey) : undefined;
  if (known !== undefined) {
    const { content, record } = known;
    return { article: { ...content, digest: record.digest }, markdown: content.markdown, record };
  }
  const made = await renderArticle(cache, setup, task);
  if ("failure" in made) {
    return { article: failedArticle(describeProblem(made.failure)), failure: problemToRecord(made.failure) };
  }
  const { record, content, sections } = made;
  writeArticle(cache, task.articleKey, { record, content, analysis: analyzeSections(sections) });
  return { article: { ...content, digest: record.digest }, markdown: content.markdown, record };
}

const wordsLengthMax = 2_000;

/** Renders Markdown text of docs.json to HTML. */
function renderText(text: string, { limits, settings }: RenderSetup): string {
  const content = text.slice(0, wordsLengthMax);
  const source = { file: "docs.json", format: "md" as const, body: content, firstLine: 1 };
  try {
    return renderPage(source, { snippets: new Map(), limits, settings }).html;
  } catch (error) {
    // Text that isn't valid Markdown is shown as is.
    if (error instanceof BuildProblem) return escapeText(content);
    throw error;
  }
}
