import { closeSync, openSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import type { ProblemRecord } from "../build-problem.ts";
import type { Heading, PageFacts } from "../page/collect-facts.ts";
import { type BuildCache, checksumBytes, touchWhenOld } from "./build-cache.ts";

/** What a build needs to know of an article without its HTML. */
export interface ArticleRecord {
  facts: PageFacts;
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

/** The record's length and its own checksum stand before it. */
const headBytes = 8;
const scratchBytes = 256 * 1024;
const scratch = Buffer.allocUnsafe(scratchBytes);

/** Both parts lie in one entry, the record first: reading a thousand records must not read a thousand articles. */
export function writeArticle(cache: BuildCache, key: string, record: ArticleRecord, content: ArticleContent): void {
  const first = Buffer.from(JSON.stringify(record));
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(first.length, 0);
  head.writeUInt32LE(crc32(first), 4);
  cache.write("article", key, Buffer.concat([head, first, Buffer.from(JSON.stringify(content))]));
}

/** Only the record, checked by its own checksum. */
export function findArticleRecord(cache: BuildCache, key: string): ArticleRecord | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(cache.path("article", key), "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    touchWhenOld(descriptor);
    const start = checksumBytes + headBytes;
    const count = readSync(descriptor, scratch, 0, scratchBytes, 0);
    if (count < start) return undefined;
    const length = scratch.readUInt32LE(checksumBytes);
    // A record that is larger than the scratch space is rare, and then the whole entry is read.
    if (start + length > scratchBytes) return findArticle(cache, key)?.record;
    const record = scratch.subarray(start, start + length);
    if (count < start + length || crc32(record) !== scratch.readUInt32LE(checksumBytes + 4)) return undefined;
    return JSON.parse(record.toString()) as ArticleRecord;
  } finally {
    closeSync(descriptor);
  }
}

export function findArticle(
  cache: BuildCache,
  key: string,
): { record: ArticleRecord; content: ArticleContent } | undefined {
  const payload = cache.read("article", key);
  if (payload === undefined) return undefined;
  const end = headBytes + payload.readUInt32LE(0);
  return {
    record: JSON.parse(payload.toString("utf8", headBytes, end)) as ArticleRecord,
    content: JSON.parse(payload.toString("utf8", end)) as ArticleContent,
  };
}
