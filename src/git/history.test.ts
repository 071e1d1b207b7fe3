import { renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changedFiles } from "./changed-files.ts";
import { expectGitError, makeRepository, plainGit, temporaryFolder, testLimits } from "./git-test-support.ts";
import { lastCommitTimes } from "./last-commit-times.ts";
import { readCommit } from "./read-commit.ts";

const use = { limits: testLimits };

test("a commit has an author, a time and a message", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs");
  const message = 'Say hello\n\nin two  parts, with ünïcödé and "quotes"';
  const sha = await makeCommit(repository, { name: "Zoë <b>", email: "zoë@example.com", at: 1_700_000_000, message });
  expect(await readCommit(repository, sha, use)).toEqual({
    sha,
    authorName: "Zoë b",
    authorEmail: "zoë@example.com",
    authoredAt: 1_700_000_000_000,
    message,
    committedAt: 1_700_000_000_000,
    parents: [],
  });
});

test("a very long message is cut", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs");
  const sha = await makeCommit(repository, { message: "long ".repeat(200_000) });
  expect((await readCommit(repository, sha, use)).message).toHaveLength(10_000);
});

test("a commit with an extreme date or an unusual author can be read", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs", {});
  const tree = await repository.git("rev-parse", "main^{tree}");
  const text = `tree ${tree}\nauthor A <a@b.c> 99999999999999999 +0000\ncommitter A <a@b.c> 0 +0000\n\n`;
  const sha = (
    await plainGit([`--git-dir=${repository.gitDir}`, "hash-object", "-t", "commit", "-w", "--literally", "--stdin"], {
      input: text,
    })
  ).trim();
  expect(await readCommit(repository, sha, use)).toMatchObject({ authorName: "A", message: "" });
});

test("a missing commit is not found", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs", {});
  await expectGitError(readCommit(repository, "2".repeat(40), use), "not-found");
});

test("added, modified, removed and renamed files are listed", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs");
  const from = await repository.commit({ "kept.mdx": "k", "old name.mdx": "o", "changed.mdx": "1", "gone.mdx": "g" });
  renameSync(join(repository.folder, "old name.mdx"), join(repository.folder, "新名字 é.mdx"));
  const to = await repository.commit({ "changed.mdx": "2", "gone.mdx": undefined, 'a\t"b".mdx': "new" });
  expect(await changedFiles(repository, { from, to, ...use })).toEqual({
    added: ['a\t"b".mdx', "新名字 é.mdx"],
    modified: ["changed.mdx"],
    removed: ["gone.mdx", "old name.mdx"],
    renamed: [{ from: "old name.mdx", to: "新名字 é.mdx" }],
    isCut: false,
  });
});

test("all files count as added if there is no earlier commit or it no longer exists", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs", { "a.mdx": "", "b/c.mdx": "" });
  const to = await repository.git("rev-parse", "HEAD");
  const everything = { added: ["a.mdx", "b/c.mdx"], modified: [], removed: [], renamed: [], isCut: false };
  expect(await changedFiles(repository, { to, ...use })).toEqual(everything);
  expect(await changedFiles(repository, { from: "3".repeat(40), to, ...use })).toEqual(everything);
  expect(await changedFiles(repository, { from: to, to, ...use })).toMatchObject({
    added: [],
    modified: [],
    removed: [],
  });
});

test("changes outside the content directory don't count, and its name is not treated as a pattern", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs", {
    "docs/a.mdx": "",
    "docs2/b.mdx": "",
    "d*s/c.mdx": "",
    "index.mdx": "",
  });
  const to = await repository.git("rev-parse", "HEAD");
  expect((await changedFiles(repository, { to, directory: "docs", ...use })).added).toEqual(["docs/a.mdx"]);
  expect((await changedFiles(repository, { to, directory: "d*s", ...use })).added).toEqual(["d*s/c.mdx"]);
  await expectGitError(changedFiles(repository, { to, directory: "../x", ...use }), "refused");
});

test("the list of changes is limited", async () => {
  const files = Object.fromEntries(Array.from({ length: 5_001 }, (_, i) => [`${i}.mdx`, ""]));
  const repository = await makeRepository(temporaryFolder(), "docs", files);
  const changes = await changedFiles(repository, { to: await repository.git("rev-parse", "HEAD"), ...use });
  expect(changes.added).toHaveLength(5_000);
  expect(changes.isCut).toBe(true);
});

test("each file has the time of the last commit that changed it", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs");
  await makeCommit(repository, { at: 1_000, files: { "a.mdx": "1", "é.mdx": "1", "b.mdx": "1" } });
  await makeCommit(repository, { at: 2_000, files: { "é.mdx": "2" } });
  await makeCommit(repository, { at: 3_000, message: "Nothing" });
  const sha = await makeCommit(repository, { at: 4_000, files: { "b.mdx": "2" } });
  const times = await lastCommitTimes(repository, { sha, paths: ["a.mdx", "é.mdx", "b.mdx", "never.mdx"], ...use });
  expect(Object.fromEntries(times)).toEqual({ "a.mdx": 1_000_000, "é.mdx": 2_000_000, "b.mdx": 4_000_000 });
});

test("edit times that are known for an ancestor are brought up to date", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs");
  const paths = ["a.mdx", "b.mdx", "c.mdx"];
  const first = await makeCommit(repository, { at: 1_000, files: { "a.mdx": "1", "b.mdx": "1" } });
  // Git would return a different time, so this shows that git wasn't asked.
  const editTimes = new Map([
    ["a.mdx", 500_000],
    ["b.mdx", 600_000],
    ["gone.mdx", 700_000],
  ]);
  const sha = await makeCommit(repository, { at: 2_000, files: { "b.mdx": "2", "c.mdx": "2" } });
  const earlier = { sha: first, editTimes };
  const times = await lastCommitTimes(repository, { sha, paths, earlier, ...use });
  expect(Object.fromEntries(times)).toEqual({ "a.mdx": 500_000, "b.mdx": 2_000_000, "c.mdx": 2_000_000 });
  const rewritten = await lastCommitTimes(repository, { sha: first, paths, earlier: { sha, editTimes }, ...use });
  expect(Object.fromEntries(rewritten)).toEqual({ "a.mdx": 1_000_000, "b.mdx": 1_000_000 });
});

test("the walk through history ends when all files are found", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs");
  const sha = await makeCommit(repository, { at: 5_000, files: { "a.mdx": "1" } });
  expect(await lastCommitTimes(repository, { sha, paths: [], ...use })).toEqual(new Map());
  expect(await lastCommitTimes(repository, { sha, paths: ["a.mdx"], ...use })).toEqual(new Map([["a.mdx", 5_000_000]]));
});

interface NewCommit {
  name?: string;
  email?: string;
  at?: number;
  message?: string;
  files?: Readonly<Record<string, string>>;
}

async function makeCommit(
  { gitDir, git }: Awaited<ReturnType<typeof makeRepository>>,
  { name = "Ada", email = "ada@example.com", at = 0, message = "Change", files = {} }: NewCommit,
): Promise<string> {
  const date = `${at} +0000`;
  const parent = await git("rev-parse", "--verify", "--quiet", "refs/heads/main").catch(() => undefined);
  const stream = [
    `commit refs/heads/main\nauthor ${name.replace(/[<>]/g, "")} <${email}> ${date}\ncommitter A <a@b.c> ${date}\n`,
    `data ${Buffer.byteLength(message)}\n${message}\n`,
    parent === undefined ? "" : `from ${parent}\n`,
    ...Object.entries(files).map(([path, text]) => `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`),
  ].join("");
  await plainGit([`--git-dir=${gitDir}`, "fast-import", "--quiet"], { input: stream });
  return git("rev-parse", "refs/heads/main");
}
