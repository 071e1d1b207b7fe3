import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  commitRawTree,
  expectGitError,
  type Files,
  makeRepository,
  type TestRepository,
  temporaryFolder,
  testLimits,
  writeBlob,
  writeRawTree,
} from "./git-test-support.ts";
import { checkOut, removeTree } from "./worktree.ts";

test("the files of a commit are written exactly as committed", async () => {
  const files = {
    "docs.json": "{}",
    "guides/start.mdx": "# Start\r\n\r\nwith CRLF\n",
    "guides/deep/er/page.mdx": "",
    "指南/快速 开始.mdx": "你好",
    "image.png": randomBytes(200_000),
    "same.mdx": "# Start\r\n\r\nwith CRLF\n",
  };
  const { check, folder } = await setUp(files);
  const tree = await check();
  expect(tree.files.map(({ path }) => path).sort()).toEqual(Object.keys(files).sort());
  expect(tree.warnings).toEqual([]);
  for (const [path, content] of Object.entries(files)) {
    expect(readFileSync(join(folder, path)).equals(Buffer.from(content))).toBe(true);
  }
});

test("only the content directory is written, and it becomes the root", async () => {
  const { check, folder } = await setUp({ "src/main.ts": "", "docs/site/docs.json": "{}", "docs/site/a/b.mdx": "b" });
  await check({ directory: "docs/site" });
  expect(readdirSync(folder).sort()).toEqual(["a", "docs.json"]);
});

test("a missing content directory is reported as not found", async () => {
  const { check } = await setUp({ "docs/index.mdx": "" });
  await expectGitError(check({ directory: "documentation" }), "not-found", /commit or folder does not exist/);
  await expectGitError(check({ directory: "docs/index.mdx" }), "not-found");
});

test.each(["..", "../x", "/etc", "a/../b", ".git", "-x/..", "a\u0000b"])(
  "%j is refused as a content directory",
  async (directory) => {
    const { check } = await setUp({ "index.mdx": "" });
    await expectGitError(check({ directory }), "refused", /content directory/);
  },
);

test("a missing commit is reported as not found, and an invalid ID is refused", async () => {
  const { check } = await setUp({ "index.mdx": "" });
  await expectGitError(check({ sha: "1".repeat(40) }), "not-found");
  await expectGitError(check({ sha: "--output=/tmp/x" }), "refused");
  await expectGitError(check({ sha: "main" }), "refused");
});

test("git attributes of the repository have no effect", async () => {
  const { check, folder } = await setUp({
    ".gitattributes": "*.mdx export-ignore eol=crlf ident filter=lfs",
    "index.mdx": "$Id$\n",
  });
  await check();
  expect(readFileSync(join(folder, "index.mdx"), "utf8")).toBe("$Id$\n");
});

test("a file never becomes executable", async () => {
  const { check, folder, repository } = await setUp();
  writeFileSync(join(repository.folder, "run.sh"), "#!/bin/sh");
  chmodSync(join(repository.folder, "run.sh"), 0o755);
  await check({ sha: await repository.commit({}) });
  expect(lstatSync(join(folder, "run.sh")).mode & 0o111).toBe(0);
});

test("links and submodules are skipped, each with a warning", async () => {
  const { check, folder, repository } = await setUp({ "index.mdx": "" });
  symlinkSync("/etc/passwd", join(repository.folder, "passwd.mdx"));
  symlinkSync("..", join(repository.folder, "up"));
  const inner = await makeRepository(repository.folder, "inner", { "a.mdx": "" });
  const commit = await inner.git("rev-parse", "HEAD");
  await repository.git("update-index", "--add", "--cacheinfo", `160000,${commit},sub`);
  await repository.git("add", "passwd.mdx", "up");
  await repository.git("commit", "--quiet", "--message", "Links");
  const tree = await check({ sha: await repository.git("rev-parse", "HEAD") });
  expect(readdirSync(folder)).toEqual(["index.mdx"]);
  expect(tree.warnings).toEqual([
    '"passwd.mdx" is a symbolic link and was skipped; commit the file itself.',
    '"sub" is a submodule and was skipped; commit its files instead.',
    '"up" is a symbolic link and was skipped; commit the file itself.',
  ]);
});

test("the number of warnings is limited", async () => {
  const { check, repository } = await setUp();
  const id = await writeBlob(repository.gitDir, "/etc/passwd");
  const names = Array.from({ length: 1_000 }, (_, i) => `link-${String(i).padStart(4, "0")}`);
  const sha = await commitRawTree(
    repository,
    names.map((name) => ({ mode: "120000", name, id })),
  );
  const { warnings } = await check({ sha });
  expect(warnings).toHaveLength(51);
  expect(warnings.at(-1)).toBe("More links and submodules were skipped.");
});

test("a file that is too large is refused by name, and nothing is written", async () => {
  const { check, folder } = await setUp({ "a.mdx": "", "movies/long.mov": "x".repeat(2_000) });
  const limits = { ...testLimits, fileBytesMax: 1_000 };
  await expectGitError(check({ limits }), "too-large", /"movies\/long\.mov" is 2000 bytes large; the limit is 1000/);
  expect(existsSync(folder)).toBe(false);
});

test("too many bytes in total are refused before anything is written", async () => {
  const { check, folder } = await setUp({ "a.mdx": "x".repeat(600), "b.mdx": "y".repeat(600) });
  await expectGitError(check({ limits: { ...testLimits, treeBytesMax: 1_000 } }), "too-large", /exceed 1000 bytes/);
  expect(existsSync(folder)).toBe(false);
});

test("a commit with the maximum number of files is written, and one with more files is refused", async () => {
  const { check } = await setUp({ "a.mdx": "", "b.mdx": "", "c.mdx": "" });
  await expectGitError(check({ limits: { ...testLimits, filesMax: 2 } }), "too-large", /more than 2 files/);
  expect((await check({ limits: { ...testLimits, filesMax: 3 } })).files).toHaveLength(3);
});

test("a tree of a hundred million files made of a few objects is refused before it is listed", async () => {
  const { check, folder, repository } = await setUp();
  const { gitDir } = repository;
  let entry = { mode: "100644", id: await writeBlob(gitDir, "boom") };
  for (let depth = 0; depth < 4; depth++) {
    const { mode, id } = entry;
    const names = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, "0"));
    entry = {
      mode: "40000",
      id: await writeRawTree(
        gitDir,
        names.map((name) => ({ mode, name, id })),
      ),
    };
  }
  const sha = await commitRawTree(repository, [{ ...entry, name: "bomb" }]);
  // Reading further would exceed the limit on bytes or time.
  await expectGitError(check({ sha }), "too-large", /more than 50000 files/);
  expect(existsSync(folder)).toBe(false);
});

test.each([
  "..",
  ".",
  ".git",
  ".GIT",
  ".Git ",
  ".git.",
  "git~1",
  ".g\u200cit",
  ".git::$INDEX_ALLOCATION",
  "a\\b",
  "a\nb",
  "\u001b[31m",
  "n".repeat(300),
  "/etc",
])("a folder named %j is refused before anything is written", async (name) => {
  const { check, folder, repository } = await setUp();
  const id = await writeBlob(repository.gitDir, "payload");
  const inner = await writeRawTree(repository.gitDir, [{ mode: "100644", name: "config", id }]);
  const sha = await commitRawTree(repository, [{ mode: "40000", name, id: inner }]);
  const error = await expectGitError(check({ sha }), "refused", /contains a file whose path/);
  expect(error.message).not.toContain("\u001b");
  expect(existsSync(folder)).toBe(false);
});

test("a name that is not UTF-8 is refused", async () => {
  const { check, repository } = await setUp();
  const id = await writeBlob(repository.gitDir, "");
  const input = Buffer.concat([Buffer.from("100644 caf\xe9\0", "latin1"), Buffer.from(id, "hex")]);
  writeFileSync(join(repository.folder, "tree"), input);
  const tree = await repository.git("hash-object", "-t", "tree", "-w", "--literally", "tree");
  const sha = await repository.git("commit-tree", "-m", "Latin", tree);
  await expectGitError(check({ sha }), "refused", /is not UTF-8/);
});

test("two entries with the same name are refused", async () => {
  const { check, repository } = await setUp();
  const id = await writeBlob(repository.gitDir, "twice");
  const entry = { mode: "100644", name: "a.mdx", id };
  await expectGitError(check({ sha: await commitRawTree(repository, [entry, entry]) }), "refused", /two files/);
});

test("an existing folder is not written to", async () => {
  const { check, folder } = await setUp({ "index.mdx": "new" });
  mkdirSync(folder);
  symlinkSync("/etc", join(folder, "guides"));
  await expect(check()).rejects.toMatchObject({ code: "EEXIST" });
  expect(readdirSync(folder)).toEqual(["guides"]);
});

test("the next fetch checks the mirror if damage was found while reading", async () => {
  const { check, repository } = await setUp({ "index.mdx": "hello" });
  const blob = await repository.git("rev-parse", "main:index.mdx");
  const file = join(repository.gitDir, "objects", blob.slice(0, 2), blob.slice(2));
  chmodSync(file, 0o644);
  writeFileSync(file, readFileSync(file).fill(7, 4));
  await expectGitError(check(), "corrupt", /damaged/);
  expect(existsSync(join(repository.gitDir, "lectern-unsure"))).toBe(true);
});

test("aborting stops the writing", async () => {
  const { check } = await setUp({ "index.mdx": "" });
  await expectGitError(check({ signal: AbortSignal.abort() }), "aborted");
});

test("a tree is removed with its content, but links are not followed", async () => {
  const { check, folder, root } = await setUp({ "a/b/c.mdx": "" });
  await check();
  mkdirSync(join(root, "outside"));
  writeFileSync(join(root, "outside/keep"), "");
  symlinkSync(join(root, "outside"), join(folder, "link"));
  await removeTree(folder);
  expect(existsSync(folder)).toBe(false);
  expect(existsSync(join(root, "outside/keep"))).toBe(true);
  await removeTree(folder);
});

async function setUp(files: Files = {}) {
  const root = temporaryFolder();
  const repository: TestRepository = await makeRepository(root, "docs", files);
  const sha = await repository.git("rev-parse", "HEAD");
  const folder = join(root, "trees/one");
  mkdirSync(join(root, "trees"));
  const check = (request: Partial<Parameters<typeof checkOut>[1]> = {}) =>
    checkOut(repository, { sha, folder, limits: testLimits, ...request });
  return { root, repository, folder, check };
}
