import { createHash } from "node:crypto";
import type { SiteFile } from "../build/site-build.ts";
import type { BuildCache } from "../cache/build-cache.ts";
import { compress, loadStoredFile } from "../cache/stored-file.ts";
import { plainType } from "./text-file.ts";

export interface FullPage {
  /** What stands before the article here, in place of the head that its own file has. */
  head: string;
  /** Where the page's Markdown lies in the cache, and how much of it is its own head. */
  key: string;
  headBytes: number;
}

const bytesMax = 64 * 1024 * 1024;

/**
 * All pages in one file. It is put together twice, once for its hash and once for its bytes, so that it lies in memory
 * only while it is stored, and not at all when it has not changed.
 */
export function llmsFullFile(path: string, start: string, pages: FullPage[], cache: BuildCache): SiteFile {
  const hash = createHash("sha256");
  let byteLength = 0;
  for (const part of parts(start, pages, cache)) {
    hash.update(part);
    byteLength += part.length;
  }
  return {
    path,
    type: plainType,
    sha256: hash.digest("hex"),
    byteLength,
    isImmutable: false,
    load: async () => compress(Buffer.concat([...parts(start, pages, cache)])),
  };
}

function* parts(start: string, pages: FullPage[], cache: BuildCache): Generator<Buffer> {
  let room = bytesMax - start.length;
  if (start !== "") yield Buffer.from(`${start}\n\n`);
  for (const [index, { head, key, headBytes }] of pages.entries()) {
    const body = loadStoredFile(cache, key).bytes.subarray(headBytes);
    room -= head.length + body.length;
    if (room < 0) {
      yield Buffer.from(`${pages.length - index} more pages are left out, for want of room; llms.txt lists them.\n`);
      return;
    }
    yield Buffer.from(head);
    yield body;
    yield Buffer.from("\n");
  }
}
