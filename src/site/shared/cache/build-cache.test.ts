import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isArticleWhole } from "../../pipeline/stored-article.ts";
import { BuildCache } from "./build-cache.ts";
import { listPacks, retirePack } from "./pack-files.ts";
import { pruneCache } from "./prune-cache.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lectern-cache-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const keyOf = (name: string) => createHash("sha256").update(name).digest("hex");
function put(cache: BuildCache, name: string, text: string): void {
  cache.add({ kind: "article", key: keyOf(name), parts: [Buffer.from(text)] });
  cache.flush();
}
const get = (cache: BuildCache, name: string) => cache.read("article", keyOf(name))?.toString();
const files = (folder: string, ending: string) =>
  readdirSync(join(folder, "packs"))
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, "packs", name));

const hour = 3_600;

/** Sets the times of all files back by this many seconds. */
function age(folder: string, seconds: number): void {
  const then = Date.now() / 1_000 - seconds;
  for (const path of files(folder, "")) utimesSync(path, then, then);
  rmSync(join(folder, "pruned"), { force: true });
}

test("a reopened build cache sees the entries that other builds wrote, but not the entries that they retired", () => {
  const folder = temporaryFolder();
  put(new BuildCache(folder), "a", "hello");
  const kept = new BuildCache(folder);
  expect(get(kept, "a")).toBe("hello");
  for (const pack of listPacks(folder)) retirePack(pack);
  put(new BuildCache(folder), "b", "new");
  // A running build can still read a retired entry.
  expect([get(kept, "a"), get(kept, "b")]).toEqual(["hello", undefined]);
  kept.reopen();
  expect(kept.isUsed("article", keyOf("b"))).toBe(false);
  expect([get(kept, "a"), get(kept, "b")]).toEqual([undefined, "new"]);
});

test("any later build reads cache entries back unchanged", () => {
  const folder = temporaryFolder();
  const writer = new BuildCache(folder);
  put(writer, "a", "hello");
  writer.add({ kind: "article", key: keyOf("b"), parts: [Buffer.from("in "), Buffer.from("parts")] });
  writer.add({ kind: "record", key: keyOf("b"), parts: [Buffer.from("same key")], note: Buffer.from("a note") });
  expect(new BuildCache(folder).findNote("record", keyOf("b"))).toBeUndefined();
  writer.flush();
  const reader = new BuildCache(folder);
  expect(get(reader, "a")).toBe("hello");
  expect(get(reader, "b")).toBe("in parts");
  expect(reader.read("record", keyOf("b"))?.toString()).toBe("same key");
  expect(reader.findNote("record", keyOf("b"))?.toString().replaceAll("\0", "")).toBe("a note");
  expect(get(reader, "c")).toBeUndefined();
});

test("cache entries written by other processes are seen after a refresh", () => {
  const folder = temporaryFolder();
  const reader = new BuildCache(folder);
  const writer = new BuildCache(folder);
  put(writer, "a", "one");
  expect(get(reader, "a")).toBe("one");
  put(writer, "b", "two");
  expect(get(reader, "b")).toBeUndefined();
  reader.refresh();
  expect(get(reader, "b")).toBe("two");
});

test("a damaged cache entry is never returned, and other entries of the same file stay readable for this build", () => {
  const folder = temporaryFolder();
  const writer = new BuildCache(folder);
  put(writer, "a", "hello");
  put(writer, "b", "world");
  const [path = ""] = files(folder, ".pack");
  writeFileSync(path, readFileSync(path, "latin1").replace("hello", "jello"));
  const reader = new BuildCache(folder);
  expect(get(reader, "a")).toBeUndefined();
  expect(get(reader, "b")).toBe("world");
  expect(get(new BuildCache(folder), "b")).toBeUndefined();
});

test("nothing is appended to a pack that another build has retired", () => {
  const folder = temporaryFolder();
  const writer = new BuildCache(folder);
  put(writer, "a", "hello");
  for (const pack of listPacks(folder)) retirePack(pack);
  put(writer, "b", "world");
  const reader = new BuildCache(folder);
  expect(["a", "b"].map((name) => get(reader, name))).toEqual([undefined, "world"]);
  expect(files(folder, ".pack").length).toBe(2);
});

test("a process that is killed while writing leaves earlier cache entries intact", () => {
  const folder = temporaryFolder();
  const writer = new BuildCache(folder);
  put(writer, "a", "hello");
  put(writer, "b", "world");
  const [rows = ""] = files(folder, ".rows");
  truncateSync(rows, statSync(rows).size - 10);
  expect(get(new BuildCache(folder), "a")).toBe("hello");
  expect(get(new BuildCache(folder), "b")).toBeUndefined();
});

test("a cache row without a payload is ignored", () => {
  const folder = temporaryFolder();
  put(new BuildCache(folder), "a", "hello");
  for (const path of files(folder, ".pack")) truncateSync(path, 2);
  expect(new BuildCache(folder).findNote("article", keyOf("a"))).toBeUndefined();
});

test("pruning the build cache drops the oldest entries, but no entries that the build uses", async () => {
  const folder = temporaryFolder();
  for (const name of ["a", "b"]) put(new BuildCache(folder), name, "x".repeat(1_000));
  age(folder, 5 * hour);
  put(new BuildCache(folder), "young", "y".repeat(1_000));
  const build = new BuildCache(folder);
  expect(get(build, "a")).toBeDefined();
  await pruneCache(folder, 2_500, build);
  const after = new BuildCache(folder);
  expect(get(after, "a")).toBe("x".repeat(1_000));
  expect(get(after, "b")).toBeUndefined();
  expect(get(after, "young")).toBeDefined();
});

test("a site larger than the cache limit is kept, and older entries are dropped", async () => {
  const folder = temporaryFolder();
  for (const name of ["a", "b"]) put(new BuildCache(folder), name, "x".repeat(1_000));
  age(folder, 5 * hour);
  const before = files(folder, ".rows");
  const build = new BuildCache(folder);
  for (const name of ["a", "b"]) expect(get(build, name)).toBeDefined();
  await pruneCache(folder, 1_500, build);
  expect(files(folder, ".rows")).toEqual(before);
  const others = Array.from({ length: 10 }, (_, index) => `other ${index}`);
  for (const name of others) put(new BuildCache(folder), name, "z".repeat(1_000));
  age(folder, 5 * hour);
  const next = new BuildCache(folder);
  for (const name of ["a", "b"]) expect(get(next, name)).toBeDefined();
  await pruneCache(folder, 1_500, next);
  const after = new BuildCache(folder);
  expect(["a", "b"].map((name) => get(after, name)?.length)).toEqual([1_000, 1_000]);
  expect(others.filter((name) => get(after, name) !== undefined).length).toBeLessThanOrEqual(3);
});

test("pruning keeps the entries that a build's render processes wrote, even in packs that seem abandoned", async () => {
  const folder = temporaryFolder();
  const old = Array.from({ length: 5 }, (_, index) => `old ${index}`);
  for (const name of old) put(new BuildCache(folder), name, "o".repeat(1_000));
  const build = new BuildCache(folder);
  expect(get(build, "a")).toBeUndefined();
  for (const name of ["a", "b"]) put(new BuildCache(folder), name, "x".repeat(1_000));
  age(folder, 5 * hour);
  await pruneCache(folder, 1_500, build);
  const after = new BuildCache(folder);
  expect(["a", "b"].map((name) => get(after, name)?.length)).toEqual([1_000, 1_000]);
  expect(old.some((name) => get(after, name) === undefined)).toBe(true);
});

test("a cached article in use is kept with all its parts, and ignored if a part is missing", async () => {
  const folder = temporaryFolder();
  const kinds = ["record", "article", "analysis"] as const;
  const writer = new BuildCache(folder);
  for (const kind of kinds) writer.add({ kind, key: keyOf("whole"), parts: [Buffer.from(kind)] });
  for (const kind of kinds.slice(0, 2)) writer.add({ kind, key: keyOf("half"), parts: [Buffer.from(kind)] });
  writer.flush();
  put(new BuildCache(folder), "old", "x".repeat(1_000));
  age(folder, 5 * hour);
  const build = new BuildCache(folder);
  expect(["whole", "half"].map((name) => isArticleWhole(build, keyOf(name)))).toEqual([true, false]);
  await pruneCache(folder, 100, build);
  const after = new BuildCache(folder);
  expect(get(after, "old")).toBeUndefined();
  expect(isArticleWhole(after, keyOf("whole"))).toBe(true);
});

test("a running build can read pruned entries for an hour", async () => {
  const folder = temporaryFolder();
  put(new BuildCache(folder), "a", "hello");
  age(folder, 5 * hour);
  const running = new BuildCache(folder);
  running.refresh();
  mkdirSync(join(folder, "search"));
  await pruneCache(folder, 1, new BuildCache(folder));
  expect(readdirSync(folder)).not.toContain("search");
  expect(get(running, "a")).toBe("hello");
  expect(get(new BuildCache(folder), "a")).toBeUndefined();
  age(folder, 2 * hour);
  await pruneCache(folder, 1, new BuildCache(folder));
  expect(files(folder, "")).toEqual([]);
});

test("many small pack files are combined into one", async () => {
  const folder = temporaryFolder();
  const names = Array.from({ length: 30 }, (_, index) => `entry ${index}`);
  for (const name of names) put(new BuildCache(folder), name, name);
  age(folder, 2 * hour);
  await pruneCache(folder, 1_000_000, new BuildCache(folder));
  expect(files(folder, ".rows").length).toBe(1);
  const after = new BuildCache(folder);
  expect(names.map((name) => get(after, name))).toEqual(names);
});

test("a pack file that may still be written to isn't pruned", async () => {
  const folder = temporaryFolder();
  put(new BuildCache(folder), "a", "x".repeat(1_000));
  age(folder, hour / 2);
  await pruneCache(folder, 1, new BuildCache(folder));
  expect(get(new BuildCache(folder), "a")).toBeDefined();
});
