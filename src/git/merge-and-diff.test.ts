import { expect, test } from "vitest";
import { findMergeBase } from "./branches.ts";
import { diffCommits } from "./diff-commits.ts";
import { makeRepository, temporaryFolder, testLimits } from "./git-test-support.ts";
import { listCommits } from "./list-commits.ts";
import { commitTree, mergeTrees } from "./merge-commits.ts";

const use = { limits: testLimits };
const manyLines = Array.from({ length: 30 }, (_, index) => `line ${index}`);

test("branches that touch different lines are merged without a work tree", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs", { "a.mdx": manyLines.join("\n") });
  await repository.git("switch", "--quiet", "-c", "next");
  const theirs = await repository.commit({ "a.mdx": ["first", ...manyLines.slice(1)].join("\n") }, "Theirs");
  await repository.git("switch", "--quiet", "main");
  const ours = await repository.commit({ "a.mdx": [...manyLines.slice(0, -1), "last"].join("\n") }, "Ours");

  const merged = await mergeTrees(repository, { ours, theirs, ...use });
  expect(merged.kind).toBe("clean");
  const commit = await commitTree(repository, {
    tree: merged.kind === "clean" ? merged.tree : "",
    parents: [ours, theirs],
    message: "Merge\n\nBoth.",
    author: { name: "Ada <x>\nevil", email: "ada@example.com" },
    at: 1_700_000_000_000,
    ...use,
  });
  expect(await repository.git("show", `${commit}:a.mdx`)).toBe(["first", ...manyLines.slice(1, -1), "last"].join("\n"));
  expect(await repository.git("log", "-1", "--format=%an|%ae|%at|%p", commit)).toMatch(
    /^Ada {2}x {2}evil\|ada@example.com\|1700000000\|\w+ \w+$/,
  );
  expect(await repository.git("rev-parse", "main")).toBe(ours);
});

test("branches that touch the same line conflict, and the files are listed", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs", { "a b.mdx": "one\n", "c.mdx": "same\n" });
  await repository.git("switch", "--quiet", "-c", "next");
  const theirs = await repository.commit({ "a b.mdx": "two\n" });
  await repository.git("switch", "--quiet", "main");
  const ours = await repository.commit({ "a b.mdx": "three\n" });
  expect(await mergeTrees(repository, { ours, theirs, ...use })).toEqual({ kind: "conflict", paths: ["a b.mdx"] });
});

test("branches that share no history have no merge base", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs", { "a.mdx": "one\n" });
  const main = await repository.git("rev-parse", "main");
  const tree = await repository.git("rev-parse", "main^{tree}");
  const alone = await repository.git("commit-tree", "-m", "Alone", tree);
  expect(await findMergeBase(repository, main, alone, use)).toBeUndefined();
  expect(await findMergeBase(repository, main, main, use)).toBe(main);
});

test("a comparison of branches lists files with their lines, including renames, links and binary files", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs", {
    "changed.mdx": "one\ntwo\n\n",
    "old name.mdx": manyLines.join("\n"),
    "gone.mdx": "gone\n",
    "becomes-a-link.mdx": "text\n",
  });
  const from = await repository.git("rev-parse", "HEAD");
  const link = await repository.git("hash-object", "-w", "changed.mdx");
  await repository.commit({
    "changed.mdx": "one\n2\n\n",
    "old name.mdx": undefined,
    'new "name".mdx': manyLines.join("\n"),
    "gone.mdx": undefined,
    "picture.png": Buffer.from([0, 1, 2, 0]),
    "é.mdx": "diff --git a/x b/x\n@@ -1 +1 @@\n",
  });
  await repository.git("update-index", "--cacheinfo", `120000,${link},becomes-a-link.mdx`);
  await repository.git("commit", "--quiet", "--message", "Link");
  const to = await repository.git("rev-parse", "HEAD");

  const { files, isCut } = await diffCommits(repository, { from, to, ...use });
  expect(isCut).toBe(false);
  expect(
    files.map(({ path, previousPath, status, additions, deletions }) => [
      path,
      previousPath,
      status,
      additions,
      deletions,
    ]),
  ).toEqual([
    ["becomes-a-link.mdx", undefined, "modified", 3, 1],
    ["changed.mdx", undefined, "modified", 1, 1],
    ["gone.mdx", undefined, "removed", 0, 1],
    ['new "name".mdx', "old name.mdx", "renamed", 0, 0],
    ["picture.png", undefined, "added", 0, 0],
    ["é.mdx", undefined, "added", 2, 0],
  ]);
  expect(files.find(({ path }) => path === "changed.mdx")?.patch).toBe("@@ -1,3 +1,3 @@\n one\n-two\n+2\n ");
  expect(files.find(({ path }) => path === "é.mdx")?.patch).toBe("@@ -0,0 +1,2 @@\n+diff --git a/x b/x\n+@@ -1 +1 @@");
  expect(files.find(({ path }) => path === "picture.png")?.patch).toBeUndefined();
});

test("a diff that is too long lists its files without patches", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs", { "a.mdx": "one\n" });
  const from = await repository.git("rev-parse", "HEAD");
  const to = await repository.commit({ "a.mdx": "two\n", "long.txt": "ü".repeat(700_000), "z.mdx": "z\n" });
  const { files, isCut } = await diffCommits(repository, { from, to, ...use });
  expect(isCut).toBe(true);
  expect(files.map(({ path, patch }) => [path, patch !== undefined])).toEqual([
    ["a.mdx", true],
    ["long.txt", false],
    ["z.mdx", false],
  ]);
});

test("commits are listed oldest first, and if there are too many, only the newest are listed", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs", { "a.mdx": "0\n" });
  const from = await repository.git("rev-parse", "HEAD");
  for (const number of [1, 2, 3]) {
    await repository.commit({ "a.mdx": `${number}\n` }, `Commit ${number}\n\nWhy ${number}.`);
  }
  const to = await repository.git("rev-parse", "HEAD");
  const all = await listCommits(repository, { from, to, max: 5, ...use });
  expect(all.isCut).toBe(false);
  expect(all.commits.map(({ message, authorName }) => [message, authorName])).toEqual([
    ["Commit 1\n\nWhy 1.", "Ada"],
    ["Commit 2\n\nWhy 2.", "Ada"],
    ["Commit 3\n\nWhy 3.", "Ada"],
  ]);
  const some = await listCommits(repository, { from, to, max: 2, ...use });
  expect(some.isCut).toBe(true);
  expect(some.commits.map(({ message }) => message.slice(0, 8))).toEqual(["Commit 2", "Commit 3"]);
});
