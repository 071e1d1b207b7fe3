import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { unlessTooLarge } from "../platform/errors.ts";
import { defaultSiteLimits, isCodeFile, isPageFile } from "../site/project.ts";
import type { DraftTree } from "./draft-tree.ts";
import type { Texts } from "./editor-deps.ts";
import type { FileToIndex, IndexedFile, PageFacts } from "./structure/draft-pages.ts";

export interface PageIndex {
  /** Only files that weren't read before are read. `owner` is whose work it is. */
  read(owner: string, tree: Pick<DraftTree, "data" | "changed">): Promise<PageFacts>;
}

/** The maximum number of cached files, over all projects. */
const filesMax = 100_000;
/** The limits of one call, which has to end in a second or two. */
const batchBytesMax = 4_000_000;
const batchFilesMax = 1_000;

/** Caches files by the hash of their content, because a new commit changes few of them. */
export function createPageIndex(texts: Texts): PageIndex {
  const known = new LRUCache<string, IndexedFile>({ max: filesMax });
  return {
    async read(owner, { data: { gitDir, files }, changed }) {
      const committed = files.filter(({ path }) => !changed.has(path));
      const own = [...changed.values()].flatMap(({ path, bytes, content }) =>
        content === null ? [] : [{ path, bytes, blob: hash("sha1", content), text: content }],
      );
      const facts = new Map<string, IndexedFile>();
      const unknown: FileToIndex[] = [];
      for (const file of [...committed, ...own]) {
        if (!isIndexed(file)) continue;
        const found = known.get(keyOf(file));
        if (found === undefined) unknown.push(file);
        else facts.set(file.path, found);
      }
      for (const batch of batchesOf(unknown)) {
        const read = await readBatch(texts, owner, gitDir, batch);
        for (const [at, one] of read.entries()) {
          const file = batch[at];
          if (file === undefined) continue;
          known.set(keyOf(file), one);
          facts.set(file.path, one);
        }
      }
      return facts;
    },
  };
}

/** The facts of a page that takes too long to read. It is listed under its path, so that people can open and fix it. */
const nothingKnown: IndexedFile = {
  title: undefined,
  sidebarTitle: undefined,
  isHidden: false,
  icon: undefined,
  href: undefined,
  exports: [],
  imports: [],
};

/** A batch that takes too long is split, so that a few slow pages don't hide the titles of all others. */
async function readBatch(texts: Texts, owner: string, gitDir: string, files: FileToIndex[]): Promise<IndexedFile[]> {
  const read = await texts.call(owner, "indexFiles", { gitDir, files }).catch(unlessTooLarge);
  if (read !== undefined) return read;
  if (files.length === 1) return [nothingKnown];
  const half = Math.ceil(files.length / 2);
  const first = await readBatch(texts, owner, gitDir, files.slice(0, half));
  return [...first, ...(await readBatch(texts, owner, gitDir, files.slice(half)))];
}

function isIndexed({ path, bytes }: FileToIndex): boolean {
  return (isPageFile(path) || isCodeFile(path)) && bytes <= defaultSiteLimits.pageBytesMax;
}

/** Relative imports are resolved against the path, so the path is part of the key. */
function keyOf({ path, blob }: FileToIndex): string {
  return `${blob} ${path}`;
}

function* batchesOf(files: readonly FileToIndex[]): Generator<FileToIndex[]> {
  let batch: FileToIndex[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && (bytes + file.bytes > batchBytesMax || batch.length >= batchFilesMax)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file.bytes;
  }
  if (batch.length > 0) yield batch;
}
