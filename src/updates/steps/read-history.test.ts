import { beforeEach, expect, test } from "vitest";
import { makeRepository, type TestRepository, temporaryFolder, testLimits } from "../../git/git-test-support.ts";
import { readCommit } from "../../git/read-commit.ts";
import type { PushedCommit } from "../update.ts";
import { readHistory } from "./read-history.ts";

const gone = "1".repeat(40);
const use = { limits: testLimits, signal: new AbortController().signal };

let repository: TestRepository;
let first: string;
let second: string;
let third: string;
beforeEach(async () => {
  repository = await makeRepository(temporaryFolder(), "docs");
  first = await repository.commit({ "a.mdx": "a", "b.mdx": "b" }, "First");
  second = await repository.commit({ "a.mdx": "A" }, "Second");
  third = await repository.commit({ "c.mdx": "c" }, "Third");
});

async function read(
  pushes: readonly (PushedCommit | null)[],
  { publishedSha, base }: { publishedSha?: string; base?: string } = {},
) {
  const entries = await readHistory(repository, {
    tip: await readCommit(repository, third, use),
    directory: "",
    publishedSha,
    ...use,
    updates: pushes.map((pushed, index) => ({ id: `upd_${index}`, pushed })),
    findBase: base === undefined ? undefined : async () => (base === "" ? undefined : base),
    knownChanges: () => undefined,
  });
  return entries.map(({ sha, commit, filesChanged: files, builtSha }) => ({
    sha,
    message: commit?.message,
    builtSha,
    files: files && [...files.added.map((path) => `+${path}`), ...files.modified, ...files.removed],
  }));
}

test("pushes that are built together keep their own commit and files", async () => {
  expect(
    await read([{ sha: second, from: first }, { sha: third, from: second }, null], { publishedSha: first }),
  ).toEqual([
    { sha: second, message: "Second", builtSha: third, files: ["a.mdx"] },
    { sha: third, message: "Third", builtSha: null, files: ["+c.mdx"] },
    { sha: third, message: "Third", builtSha: null, files: ["+c.mdx", "a.mdx"] },
  ]);
});

test("an update whose commit was removed by a force push keeps the commit's ID and builds the newest commit", async () => {
  expect(await read([{ sha: gone, from: first }], { publishedSha: first })).toEqual([
    { sha: gone, message: undefined, builtSha: third, files: undefined },
  ]);
});

test("a push whose previous commit is unknown is compared with the published commit, or with nothing if that is unknown too", async () => {
  const pushed = { sha: third, from: gone };
  expect((await read([pushed], { publishedSha: second }))[0]?.files).toEqual(["+c.mdx"]);
  expect((await read([pushed], { publishedSha: gone }))[0]?.files).toEqual(["+a.mdx", "+b.mdx", "+c.mdx"]);
});

test("a new preview is compared with the commit at which its branch left the project's branch", async () => {
  await repository.git("checkout", "--quiet", "-b", "other", first);
  const base = await repository.commit({ "d.mdx": "d" }, "Elsewhere");
  expect((await read([null], { base }))[0]?.files).toEqual(["+c.mdx", "a.mdx"]);
  // If the base is unrelated or missing, the changed files are unknown.
  expect((await read([null], { base: "" }))[0]?.files).toBeUndefined();
});

test("in a flood of pushes, the oldest keep only their commit ID", async () => {
  const entries = await read(
    Array.from({ length: 101 }, (_, index) => ({ sha: second, from: index.toString(16).padStart(40, "f") })),
    { publishedSha: first },
  );
  expect(entries[0]).toEqual({ sha: second, message: undefined, builtSha: third, files: undefined });
  expect(entries[1]?.message).toBe("Second");
});
