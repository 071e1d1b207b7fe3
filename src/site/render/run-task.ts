import { BuildProblem, describeProblem, type ProblemRecord, problemToRecord } from "../build-problem.ts";
import { type BuildCache, openBuildCache } from "../cache/build-cache.ts";
import { type ArticleContent, type ArticleRecord, findArticle, writeArticle } from "../cache/stored-article.ts";
import { compress, findStoredHeader, type StoredHeader, writeStoredFile } from "../cache/stored-file.ts";
import { failedArticle, notFoundArticle } from "../layout/message-article.ts";
import { type Article, pageDocument } from "../layout/page-document.ts";
import { hashedAsset } from "../layout/site-assets.ts";
import type { BranchFrame } from "../layout/site-frame.ts";
import { type RenderedPage, renderPage } from "../page/render-page.ts";
import type { PageTask, RenderSetup, RenderTask, TaskResult } from "./render-messages.ts";
import { sanitiseSvgFile } from "./sanitise-svg-file.ts";

const noBranch: BranchFrame = { switchers: [], anchors: [], tabs: [], items: [], sidebar: [] };

/** One piece of work of a build, done inside a process that may be killed at any time. */
export function runTask(setup: RenderSetup, task: RenderTask): TaskResult {
  const cache = openBuildCache(setup.cacheFolder);
  if (task.kind === "asset") {
    const bytes = Buffer.from(task.bytes);
    const clean = task.type.startsWith("image/svg") ? sanitiseSvgFile(bytes, setup.limits.treeDepthMax) : bytes;
    return { file: writeStoredFile(cache, task.fileKey, compress(clean)) };
  }
  if (task.kind === "notFound") {
    const document = pageDocument(setup.site, noBranch, task.page, notFoundArticle());
    return { file: writeStoredFile(cache, task.fileKey, compress(Buffer.from(document))) };
  }
  const {
    article,
    markdown: body,
    record,
    failure,
  } = task.failure === undefined ? makeArticle(cache, setup, task) : failed(task.failure);
  const document = pageDocument(setup.site, setup.branches[task.branch] ?? noBranch, task.page, article);
  const file = writeStoredFile(cache, task.fileKey, compress(Buffer.from(document)));
  // A page that could not be rendered has nothing to say to machines.
  const markdown = body === undefined ? undefined : storeMarkdown(cache, task, body);
  return {
    file,
    ...(markdown && { markdown }),
    ...(record && { article: record }),
    ...(failure && { failure }),
  };
}

/** It is often there already: a change of the navigation lays out every page again and touches no article. */
function storeMarkdown(cache: BuildCache, { markdown: { key, head } }: PageTask, body: string): StoredHeader {
  return findStoredHeader(cache, key) ?? writeStoredFile(cache, key, compress(Buffer.from(`${head}${body}\n`)));
}

interface MadeArticle {
  article: Article;
  markdown?: string;
  record?: ArticleRecord;
  failure?: ProblemRecord;
}

/** The article from the cache when only its surroundings changed, else rendered and kept for the next build. */
function makeArticle(cache: BuildCache, setup: RenderSetup, task: PageTask): MadeArticle {
  const known = findArticle(cache, task.articleKey);
  if (known !== undefined) {
    const { content, record } = known;
    return { article: content, markdown: content.markdown, record };
  }
  let rendered: RenderedPage;
  try {
    rendered = renderPage(task.source, {
      snippets: new Map(task.snippets),
      limits: setup.limits,
      settings: setup.settings,
    });
  } catch (error) {
    const problem = error instanceof BuildProblem ? error : unexpectedProblem(error, task.source.file);
    return { ...failed(describeProblem(problem)), failure: problemToRecord(problem) };
  }
  const { html, aside, markdown, stylesheet, facts: pageFacts, problems } = rendered;
  const record: ArticleRecord = { facts: pageFacts, problems, stylesheet };
  const article: ArticleContent = {
    html,
    aside,
    markdown,
    headings: pageFacts.headings,
    stylesheet: pageStylesheetUrl(stylesheet),
  };
  writeArticle(cache, task.articleKey, record, article);
  return { article, markdown, record };
}

/** A stack that overflows or a fault of ours must not cost the author the other pages. Its text stays out of the site. */
function unexpectedProblem(error: unknown, file: string): BuildProblem {
  const message =
    error instanceof RangeError ? "the page is nested too deep to be rendered" : "Lectern could not render this page";
  return new BuildProblem(message, { file, hint: "simplify the page; if it looks harmless, please report it" });
}

function failed(reason: string): MadeArticle {
  return { article: failedArticle(reason) };
}

/** The address under which the build serves the inline styles of a page. */
function pageStylesheetUrl(stylesheet: string): string | undefined {
  return stylesheet === "" ? undefined : `/${hashedAsset("page.css", stylesheet, "text/css").path}`;
}
