import type { BuildCache } from "../ground/cache/build-cache.ts";
import { compressLater, loadStoredFile, type StoredContent } from "../ground/cache/stored-file.ts";
import type { SiteFile } from "../ground/site-file.ts";
import { plainType } from "./text-file.ts";

export interface FullPage {
  /** What stands before the article here, in place of the head that its own file has. */
  head: string;
  /** Where the page's Markdown lies in the cache, how long it is, and how much of it is its own head. */
  key: string;
  byteLength: number;
  headBytes: number;
}

const bytesMax = 64 * 1024 * 1024;

/** All pages in one file. It is put together when it is stored: until then a build reads none of them again. */
export function llmsFullFile(path: string, start: string, pages: FullPage[], cache: BuildCache): SiteFile {
  const first = start === "" ? "" : `${start}\n\n`;
  const lengths = pages.map((page) => Buffer.byteLength(page.head) + page.byteLength - page.headBytes + 1);
  let byteLength = Buffer.byteLength(first);
  let count = 0;
  for (; count < pages.length && byteLength + (lengths[count] ?? 0) <= bytesMax; count += 1) {
    byteLength += lengths[count] ?? 0;
  }
  const left = pages.length - count;
  const end = left === 0 ? "" : `${left} more pages are left out, for want of room; llms.txt lists them.\n`;
  let loading: Promise<StoredContent> | undefined;
  return {
    path,
    type: plainType,
    sha256: undefined,
    byteLength: byteLength + end.length,
    isImmutable: false,
    load() {
      // It stands at two addresses.
      loading ??= compressLater(cache.whileOpen(() => join(first, pages.slice(0, count), end, cache)));
      return loading;
    },
  };
}

function join(start: string, pages: FullPage[], end: string, cache: BuildCache): Buffer {
  const bodies = pages.flatMap(({ head, key, headBytes }) => {
    const { bytes } = loadStoredFile(cache, key);
    return [Buffer.from(head), bytes.subarray(headBytes), Buffer.from("\n")];
  });
  return Buffer.concat([Buffer.from(start), ...bodies, Buffer.from(end)]);
}
