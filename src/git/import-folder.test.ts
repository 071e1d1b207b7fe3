import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { writeBareLayout } from "./bare-layout.ts";
import { resolveBranch } from "./branches.ts";
import { expectGitError, plainGit, someone, temporaryFolder, testLimits } from "./git-test-support.ts";
import { type ImportRequest, importFolder } from "./import-folder.ts";
import { readCommit } from "./read-commit.ts";

test("a folder becomes one commit on a branch of a new bare repository", async () => {
  const { bring, git, repository } = setUp({
    "docs.json": "{}",
    "guides/start.mdx": "# Start\r\n",
    '指南/"a" b.mdx': "你好",
    "empty.mdx": "",
  });
  const imported = await bring({ message: "Import\n\nwith a body", at: 1_700_000_000_999 });
  expect(imported.warnings).toEqual([]);
  expect((await git("-c", "core.quotePath=false", "ls-tree", "-r", "-z", "--name-only", "live")).split("\0")).toEqual([
    "docs.json",
    "empty.mdx",
    "guides/start.mdx",
    '指南/"a" b.mdx',
    "",
  ]);
  expect(await git("show", "live:guides/start.mdx")).toBe("# Start\r\n");
  const sha = await resolveBranch(repository, "live", { limits: testLimits });
  expect(await readCommit(repository, sha, { limits: testLimits })).toEqual({
    sha,
    authorName: "Ada",
    authorEmail: "ada@example.com",
    authoredAt: 1_700_000_000_000,
    message: "Import\n\nwith a body",
    committedAt: 1_700_000_000_000,
    parents: [],
  });
  expect(await git("for-each-ref", "--format=%(refname)")).toBe("refs/heads/live\n");
  expect(await git("fsck", "--full", "--strict")).toBe("");
});

test(".git folders, dependencies, links and special files are not imported", async () => {
  const { bring, git, folder } = setUp({
    "index.mdx": "",
    ".git/config": "[core]",
    "sub/.GIT/hooks/x": "",
    "sub/page.mdx": "",
    "node_modules/a/index.js": "",
    "sub/node_modules/b.js": "",
  });
  symlinkSync("/etc/passwd", join(folder, "passwd"));
  const { warnings } = await bring();
  expect(await git("ls-tree", "-r", "--name-only", "live")).toBe("index.mdx\nsub/page.mdx\n");
  expect(warnings).toEqual(['"passwd" is not a regular file and was skipped.']);
});

test("executable files stay executable", async () => {
  const { bring, git, folder } = setUp({ "run.sh": "#!/bin/sh" });
  chmodSync(join(folder, "run.sh"), 0o755);
  await bring();
  expect(await git("ls-tree", "live")).toMatch(/^100755 blob/);
});

test.each([
  ["filesMax", 1, /more than 1 files/],
  ["fileBytesMax", 3, /"b\.mdx" is 4 bytes large/],
  ["treeBytesMax", 5, /exceed 5 bytes/],
] as const)(
  "a folder that exceeds the limit of %s is refused, and nothing is imported",
  async (bound, value, message) => {
    const { bring, git } = setUp({ "a.mdx": "12", "b.mdx": "1234" });
    await expectGitError(bring({ limits: { ...testLimits, [bound]: value } }), "too-large", message);
    expect(await git("for-each-ref")).toBe("");
  },
);

test("an empty folder is refused", async () => {
  const { bring } = setUp({ ".git/config": "" });
  await expectGitError(bring(), "not-found", /no files/);
});

test("author and message cannot inject commands into the import", async () => {
  const { bring, git } = setUp({ "a.mdx": "" });
  const name = "Eve> 0 +0000\nreset refs/heads/evil";
  await bring({ author: { name, email: "eve@b\n>" }, message: "data 0\nreset refs/heads/evil" });
  expect(await git("for-each-ref", "--format=%(refname)")).toBe("refs/heads/live\n");
  expect(await git("log", "-1", "--format=%an|%ae|%B", "live")).toMatch(
    /^Eve {2}0 \+0000 reset refs\/heads\/evil\|eve@b\|data 0\n/,
  );
});

function setUp(files: Readonly<Record<string, string>>) {
  const root = temporaryFolder();
  const folder = join(root, "folder");
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const repository = { gitDir: join(root, "docs.git") };
  const bring = async (request: Partial<ImportRequest> = {}) => {
    await writeBareLayout(repository, { head: "live", refs: new Map() });
    return importFolder(repository, {
      folder,
      branch: "live",
      author: someone,
      message: "Import",
      at: 0,
      limits: testLimits,
      ...request,
    });
  };
  const git = (...args: string[]) => plainGit([`--git-dir=${repository.gitDir}`, ...args]);
  return { folder, repository, bring, git };
}
