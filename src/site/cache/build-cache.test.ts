import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openBuildCache } from "./build-cache.ts";
import { pruneCache } from "./prune-cache.ts";

function temporaryCache() {
  const folder = mkdtempSync(join(tmpdir(), "lectern-cache-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, cache: openBuildCache(folder) };
}

test("an entry is read back as it was written, or not at all", () => {
  const { cache } = temporaryCache();
  cache.write("article", "abcd", Buffer.from("hello"));
  expect(cache.read("article", "abcd")?.toString()).toBe("hello");
  expect(cache.read("article", "abce")).toBeUndefined();
  writeFileSync(cache.path("article", "abcd"), "something else that is long enough to have a checksum");
  expect(cache.read("article", "abcd")).toBeUndefined();
});

test("writing leaves no other file behind", () => {
  const { folder, cache } = temporaryCache();
  cache.write("article", "abcd", Buffer.from("hello"));
  expect(readdirSync(join(folder, "article", "ab"))).toEqual(["abcd"]);
});

test("pruning drops what was not used for the longest time, and nothing that is in use", async () => {
  const { folder, cache } = temporaryCache();
  const hour = 3_600;
  const now = Date.now() / 1_000;
  for (const [key, hoursAgo] of Object.entries({ aa: 5, bb: 3, cc: 4, dd: 0 })) {
    cache.write("file", key, Buffer.alloc(1_000));
    utimesSync(cache.path("file", key), now - hoursAgo * hour, now - hoursAgo * hour);
  }
  await pruneCache(folder, 2_200);
  const left = ["aa", "bb", "cc", "dd"].filter((key) => cache.read("file", key) !== undefined);
  expect(left).toEqual(["bb", "dd"]);
});

test("a stray file of a crashed build is swept up", async () => {
  const { folder, cache } = temporaryCache();
  cache.write("file", "aa", Buffer.alloc(10));
  const stray = `${cache.path("file", "aa")}.1234.tmp`;
  writeFileSync(stray, "half");
  utimesSync(stray, 0, 0);
  await pruneCache(folder, 1_000_000);
  expect(readdirSync(join(folder, "file", "aa"))).toEqual(["aa"]);
});
