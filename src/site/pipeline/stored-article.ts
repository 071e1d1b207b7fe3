import type { ProblemRecord } from "../ground/build-problem.ts";
import type { BuildCache } from "../ground/cache/build-cache.ts";
import type { EntryKind } from "../ground/cache/pack-row.ts";
import { CacheDamaged } from "../ground/cache/stored-file.ts";
import type { ImageSize } from "../ground/image-dimensions.ts";
import type { PageDigest } from "../outputs/page-digest.ts";
import type { Heading, PageFacts } from "../page/markdown/collect-facts.ts";

/** What a build needs to know of an article without its HTML. */
export interface ArticleRecord {
  facts: Omit<PageFacts, "sections">;
  digest: PageDigest;
  problems: ProblemRecord[];
  stylesheet: string;
  /** The pictures whose sizes the article was told, by path; null for one whose size was not known. */
  imageSizes: [path: string, size: ImageSize | null][];
  /** The versions of the project's grammars that its code was highlighted with, by path; none on most pages. */
  grammars?: [path: string, version: string][];
}

/** What laying out a page needs of it. */
export interface ArticleContent {
  html: string;
  /** What stands right below the title, and the request tester; both are empty on most pages. */
  top: string;
  tester: string;
  /** What stands beside the text on wide screens. Empty when the outline stands there. */
  aside: string;
  /** The article as Markdown, without the title of the page. */
  markdown: string;
  headings: Heading[];
  /** The address of the stylesheet with the page's inline styles. */
  stylesheet: string | undefined;
  usesMath: boolean;
}

/** Of the small parts and of the HTML. */
const lengthBytes = 8;

export interface StoredArticle {
  record: ArticleRecord;
  content: ArticleContent;
  /** What the search index needs of it. */
  analysis: Buffer;
}

/** Three entries: reading a thousand records must not read a thousand articles, nor all that search has to know. */
export function writeArticle(cache: BuildCache, key: string, { record, content, analysis }: StoredArticle): void {
  const { html, markdown, ...others } = content;
  const page = Buffer.from(html);
  const first = Buffer.from(JSON.stringify(others));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(first.length);
  length.writeUInt32LE(page.length, 4);
  // Both texts as they are: most of an article, and escaping them for JSON would take longer than writing them.
  cache.add({ kind: "article", key, parts: [length, first, page, Buffer.from(markdown)] });
  cache.add({ kind: "record", key, parts: [Buffer.from(JSON.stringify(record))] });
  cache.add({ kind: "analysis", key, parts: [analysis] });
}

/** Whether every entry of an article is there. Asking makes all of them part of the build, so that they are kept together. */
export function isArticleWhole(cache: BuildCache, key: string): boolean {
  return articleKinds.every((kind) => cache.findNote(kind, key) !== undefined);
}

const articleKinds: readonly EntryKind[] = ["record", "article", "analysis"];

export function parseArticleRecord(payload: Buffer): ArticleRecord {
  return JSON.parse(payload.toString()) as ArticleRecord;
}

/** What the search index needs of an article that is known to be in the cache. */
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
