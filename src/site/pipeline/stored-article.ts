import type { PageDigest } from "../outputs/page-digest.ts";
import type { Heading, PageFacts } from "../page/markdown/collect-facts.ts";
import type { ProblemRecord } from "../shared/build-problem.ts";
import type { BuildCache } from "../shared/cache/build-cache.ts";
import type { EntryKind } from "../shared/cache/pack-row.ts";
import { CacheDamaged, type StoredEntry } from "../shared/cache/stored-file.ts";
import type { ImageSize } from "../source/media-size.ts";

/** The facts about an article that a build needs without its HTML. */
export interface ArticleRecord {
  facts: Omit<PageFacts, "sections">;
  digest: PageDigest;
  problems: ProblemRecord[];
  stylesheet: string;
  /** The author's scripts in the page and the servers they name; absent on most pages. */
  code?: { inline: string[]; scripts: string[]; origins: string[] };
  /** The image sizes the article was rendered with, by path; null if unknown. */
  imageSizes: [path: string, size: ImageSize | null][];
  /** The versions of the project's grammars used for its code, by path; absent on most pages. */
  grammars?: [path: string, version: string][];
  /** The components of the page that run in the browser; absent on most pages. */
  islands?: ArticleIsland[];
}

/** The module of a component. */
export interface ArticleIsland {
  path: string;
  /** The cache entry of the file. */
  stored: StoredEntry;
  /** The servers that the component may call. */
  origins: string[];
}

/** The content that is needed to lay out a page. */
export interface ArticleContent {
  html: string;
  /** Content right below the title, and the request tester; both are empty on most pages. */
  top: string;
  tester: string;
  /** Content next to the text on wide screens. If empty, the outline is shown there. */
  aside: string;
  /** The article as Markdown, without the page title. */
  markdown: string;
  headings: Heading[];
  /** The URL of the stylesheet with the page's inline styles. */
  stylesheet: string | undefined;
  usesMath: boolean;
  usesMermaid: boolean;
  /** The addresses of the author's scripts in the page; absent on most pages. */
  scripts?: string[];
}

/** The lengths of the JSON and of the HTML. */
const lengthBytes = 8;

interface StoredArticle {
  record: ArticleRecord;
  content: ArticleContent;
  /** The data for the search index. */
  analysis: Buffer;
}

/** Written as three entries, so that a build can read many records without reading the articles and search data. */
export function writeArticle(cache: BuildCache, key: string, { record, content, analysis }: StoredArticle): void {
  const { html, markdown, ...others } = content;
  const page = Buffer.from(html);
  const first = Buffer.from(JSON.stringify(others));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(first.length);
  length.writeUInt32LE(page.length, 4);
  // The HTML and Markdown aren't part of the JSON, because escaping them would take longer than writing them.
  cache.add({ kind: "article", key, parts: [length, first, page, Buffer.from(markdown)] });
  cache.add({ kind: "record", key, parts: [Buffer.from(JSON.stringify(record))] });
  cache.add({ kind: "analysis", key, parts: [analysis] });
}

/** Whether all entries of an article exist. The lookup marks all entries as used, so that they are kept together. */
export function isArticleWhole(cache: BuildCache, key: string): boolean {
  return articleKinds.every((kind) => cache.findNote(kind, key) !== undefined);
}

const articleKinds: readonly EntryKind[] = ["record", "article", "analysis"];

function parseArticleRecord(payload: Buffer): ArticleRecord {
  return JSON.parse(payload.toString()) as ArticleRecord;
}

/** The search data of an article that is known to be in the cache. */
export function getAnalysis(cache: BuildCache, key: string): Buffer {
  const payload = cache.readFresh("analysis", key);
  if (payload === undefined) {
    throw new CacheDamaged("an article of the build cache is missing or damaged; build the site again");
  }
  return payload;
}

export function findArticle(cache: BuildCache, key: string): Omit<StoredArticle, "analysis"> | undefined {
  const storedRecord = cache.read("record", key);
  const payload = storedRecord === undefined ? undefined : cache.read("article", key);
  if (storedRecord === undefined || payload === undefined) return undefined;
  const htmlAt = lengthBytes + payload.readUInt32LE();
  const markdownAt = htmlAt + payload.readUInt32LE(4);
  const others = JSON.parse(payload.toString("utf8", lengthBytes, htmlAt)) as Omit<ArticleContent, "html" | "markdown">;
  const html = payload.toString("utf8", htmlAt, markdownAt);
  const record = parseArticleRecord(storedRecord);
  return { record, content: { ...others, html, markdown: payload.toString("utf8", markdownAt) } };
}

/** The record of an article with all its entries. */
export function findArticleRecord(cache: BuildCache, key: string): ArticleRecord | undefined {
  const payload = isArticleWhole(cache, key) ? cache.read("record", key) : undefined;
  return payload && parseArticleRecord(payload);
}
