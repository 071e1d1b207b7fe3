import type { ProblemRecord } from "../build-problem.ts";
import type { PageDigest } from "../machine/page-digest.ts";
import type { Heading, PageFacts } from "../page/collect-facts.ts";
import type { BuildCache } from "./build-cache.ts";

/** What a build needs to know of an article without its HTML. */
export interface ArticleRecord {
  facts: PageFacts;
  digest: PageDigest;
  problems: ProblemRecord[];
  stylesheet: string;
}

/** What laying out a page needs of it. */
export interface ArticleContent {
  html: string;
  /** What stands beside the text on wide screens. Empty when the outline stands there. */
  aside: string;
  /** The article as Markdown, without the title of the page. */
  markdown: string;
  headings: Heading[];
  /** The address of the stylesheet with the page's inline styles. */
  stylesheet: string | undefined;
}

/** Of the small parts and of the HTML. */
const lengthBytes = 8;

/** Two entries: reading a thousand records must not read a thousand articles. */
export function writeArticle(cache: BuildCache, key: string, record: ArticleRecord, content: ArticleContent): void {
  const { html, markdown, ...others } = content;
  const page = Buffer.from(html);
  const first = Buffer.from(JSON.stringify(others));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(first.length);
  length.writeUInt32LE(page.length, 4);
  // Both texts as they are: most of an article, and escaping them for JSON would take longer than writing them.
  cache.write([
    { kind: "article", key, parts: [length, first, page, Buffer.from(markdown)] },
    { kind: "record", key, parts: [Buffer.from(JSON.stringify(record))] },
  ]);
}

export function findArticleRecord(cache: BuildCache, key: string): ArticleRecord | undefined {
  const payload = cache.read("record", key);
  return payload === undefined ? undefined : (JSON.parse(payload.toString()) as ArticleRecord);
}

export function findArticle(
  cache: BuildCache,
  key: string,
): { record: ArticleRecord; content: ArticleContent } | undefined {
  const record = findArticleRecord(cache, key);
  const payload = record === undefined ? undefined : cache.read("article", key);
  if (record === undefined || payload === undefined) return undefined;
  const htmlAt = lengthBytes + payload.readUInt32LE();
  const markdownAt = htmlAt + payload.readUInt32LE(4);
  const others = JSON.parse(payload.toString("utf8", lengthBytes, htmlAt)) as Omit<ArticleContent, "html" | "markdown">;
  const html = payload.toString("utf8", htmlAt, markdownAt);
  return { record, content: { ...others, html, markdown: payload.toString("utf8", markdownAt) } };
}
