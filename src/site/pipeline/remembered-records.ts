import type { BuildCache } from "../ground/cache/build-cache.ts";
import { type ArticleRecord, isArticleWhole, parseArticleRecord } from "./stored-article.ts";

/**
 * As they lie in the cache: five thousand usual pages. They take three times as much in memory. Of a larger project nothing
 * is left when its next build asks for the first page again.
 */
const bytesMax = 12 * 1024 * 1024;

interface Remembered {
  record: ArticleRecord;
  bytes: number;
}

const remembered = new Map<string, Remembered>();
let bytes = 0;

/**
 * What is known of an article, from an earlier build of this process if there was one: a key stands for everything that
 * the record says. The cache is asked all the same, since only what it has is part of a build. Records must not be changed.
 */
export function recallRecord(cache: BuildCache, key: string): ArticleRecord | undefined {
  if (!isArticleWhole(cache, key)) return undefined;
  const known = remembered.get(key);
  if (known !== undefined) {
    // It is the newest again: those that nobody asks for go first.
    remembered.delete(key);
    remembered.set(key, known);
    return known.record;
  }
  const payload = cache.read("record", key);
  if (payload === undefined) return undefined;
  const record = parseArticleRecord(payload);
  remember(key, { record, bytes: payload.length });
  return record;
}

function remember(key: string, entry: Remembered): void {
  bytes += entry.bytes - (remembered.get(key)?.bytes ?? 0);
  remembered.set(key, entry);
  for (const [oldest, { bytes: freed }] of remembered) {
    if (bytes <= bytesMax) break;
    remembered.delete(oldest);
    bytes -= freed;
  }
}
