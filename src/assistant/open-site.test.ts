import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../git/git-test-support.ts";
import type { ArtifactCache } from "../platform/artifacts/artifact-cache.ts";
import { searchIndexPath, searchSegmentPath } from "../projects/sites/site-headers.ts";
import { type BuiltIndex, buildIndex } from "../search/indexing.ts";
import { indexFiles, page } from "../search/search-test-support.ts";
import { openIndexes } from "./open-site.ts";
import { readPageWords } from "./reply/read-page-words.ts";
import { searchPages } from "./search-pages.ts";

/** Artifacts whose index has these bytes, and a counter of how often the index is read. */
function artifactsWith(bytes: Buffer | undefined): { artifacts: ArtifactCache; reads: () => number } {
  let count = 0;
  const artifacts = {
    findFile: async () => {
      count += 1;
      return bytes && { open: async () => bytes };
    },
  } as unknown as ArtifactCache;
  return { artifacts, reads: () => count };
}

const published = (artifact: string) => ({ projectId: "prj_1", subdomain: "acme", artifact });

test("concurrent requests open an index once, and it stays open", async () => {
  const { artifacts, reads } = artifactsWith((await buildIndex([])).list);
  const find = openIndexes(artifacts);
  const [one, other] = await Promise.all([find(published("a")), find(published("a"))]);
  expect(one).toBe(other);
  expect(await find(published("a"))).toBe(one);
  expect(reads()).toBe(1);
  expect(await find(published("b"))).not.toBe(one);
});

test("an index too large for the memory limit is opened again for each request", async () => {
  const { artifacts, reads } = artifactsWith((await buildIndex([])).list);
  const find = openIndexes(artifacts, { bytesMax: 1 });
  await find(published("a"));
  await find(published("a"));
  expect(reads()).toBe(2);
});

test("a site may have no index, and the error about a damaged index says what to do", async () => {
  expect(await openIndexes(artifactsWith(undefined).artifacts)(published("a"))).toBeUndefined();
  const damaged = openIndexes(artifactsWith(Buffer.from("no index")).artifacts)(published("a"));
  await expect(damaged).rejects.toThrow("update the project to rebuild its index");
});

/** Artifacts with the files of these indexes, by digest. With a folder, the files are also on this machine. */
function artifactsOf(indexes: Record<string, BuiltIndex>, folder?: string) {
  const opened: string[] = [];
  const artifacts = {
    async findFile({ digest, path }: { digest: string; path: string }) {
      const { list, segments } = indexes[digest] ?? { list: undefined, segments: [] };
      const segment = segments.find(({ name }) => path === searchSegmentPath(name));
      const bytes = path === searchIndexPath ? list : segment?.load();
      if (bytes === undefined) return undefined;
      const filePath = folder === undefined || segment === undefined ? undefined : join(folder, segment.name);
      if (filePath !== undefined) writeFileSync(filePath, bytes);
      const hash = segment?.sha256 ?? "list";
      const open = async () => {
        opened.push(hash);
        return bytes;
      };
      return { hash, size: bytes.length, filePath, open };
    },
  } as unknown as ArtifactCache;
  return { artifacts, opened };
}

const largeSite = Array.from({ length: 1_500 }, (_, number) => page(`/p${number}`, `The proxy of word${number}.`));

test("after an update only changed segments are fetched", async () => {
  const before = await indexFiles(largeSite);
  const after = await indexFiles([...largeSite.slice(0, -1), page("/p1499", "The gateway of word1499.")]);
  const { artifacts, opened } = artifactsOf({ before, after });
  const find = openIndexes(artifacts);
  await find(published("before"));
  expect(opened).toHaveLength(before.segments.length + 1);
  opened.length = 0;
  const index = await find(published("after"));
  expect(opened).toHaveLength(2);
  expect(index && searchPages(index, { query: "gateway" }).map(({ path }) => path)).toEqual(["/p1499"]);
});

test("after an update the memory of the old index is free", async () => {
  const built = await indexFiles(largeSite);
  const { artifacts, opened } = artifactsOf({ before: built, after: built });
  const find = openIndexes(artifacts);
  const before = await find(published("before"));
  if (before === undefined) throw new Error("There is no index.");
  const words = readPageWords(before, 0);
  expect(readPageWords(before, 0)).toBe(words);
  await find(published("after"));
  expect(readPageWords(before, 0)).not.toBe(words);
  opened.length = 0;
  expect(await find(published("before"))).not.toBe(before);
  expect(opened).toEqual(["list"]);
});

test("local segments are read in place, and the error about a lost segment says what to do", async () => {
  const folder = temporaryFolder();
  const built = await indexFiles(largeSite);
  const { artifacts, opened } = artifactsOf({ a: built }, folder);
  const index = await openIndexes(artifacts)(published("a"));
  if (index === undefined) throw new Error("There is no index.");
  expect(opened).toEqual(["list"]);
  expect(searchPages(index, { query: "word77" })[0]?.path).toBe("/p77");
  const bytes = built.segments.reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(index.byteLength).toBeLessThan(bytes);
  for (const { name } of built.segments) rmSync(join(folder, name));
  expect(() => searchPages(index, { query: "word1 word900 word1400" })).toThrow("update the project");
});
