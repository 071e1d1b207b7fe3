import { hash } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commitChanges, type TreeChange } from "./commit-changes.ts";
import { fetchBranch } from "./fetch-branch.ts";
import {
  commitRawTree,
  expectGitError,
  loopback,
  makeRepository,
  plainGit,
  serveRepositories,
  someone,
  temporaryFolder,
  testLimits,
  writeBlob,
  writeRawTree,
} from "./git-test-support.ts";
import { mirrorOf } from "./mirror.ts";
import { pushBranch } from "./push-branch.ts";

const at = 1_700_000_000_000;
const use = { limits: testLimits };

function commit(gitDir: string, parent: string, ...changes: TreeChange[]): Promise<string> {
  return commitChanges({ gitDir }, { parent, changes, author: someone, message: "Change\n", at, ...use });
}

test("a commit changes, adds and removes files, keeps all other files, and moves no branch", async () => {
  const files = { "a.md": "one", "docs/b.md": "two", "docs/c.md": "three" };
  const { gitDir, sha } = await given(files);
  const made = await commit(
    gitDir,
    sha,
    { path: "docs/b.md", content: "2\n" },
    { path: "new/d.md", content: "" },
    {
      path: "docs/c.md",
      content: undefined,
    },
  );
  expect(await plainGit(["diff", "--name-status", sha, made], { cwd: gitDir })).toBe(
    "M\tdocs/b.md\nD\tdocs/c.md\nA\tnew/d.md\n",
  );
  expect(await plainGit(["show", `${made}:docs/b.md`], { cwd: gitDir })).toBe("2\n");
  expect((await plainGit(["for-each-ref", "--format=%(objectname)"], { cwd: gitDir })).trim()).toBe(sha);
});

test("bytes are committed unchanged, whether passed directly or read on demand", async () => {
  const { gitDir, sha } = await given({ "a.md": "one" });
  const bytes = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
  const made = await commit(
    gitDir,
    sha,
    { path: "given.png", content: bytes },
    { path: "read.png", content: async () => bytes },
  );
  const blobs = (await plainGit(["rev-parse", `${made}:given.png`, `${made}:read.png`], { cwd: gitDir })).trim();
  const id = hash("sha1", Buffer.concat([Buffer.from("blob 512\0"), bytes]));
  expect(blobs.split("\n")).toEqual([id, id]);
});

test("the same request creates the same commit", async () => {
  const { gitDir, sha } = await given({ "a.md": "one" });
  const change = { path: "a.md", content: "1" };
  expect(await commit(gitDir, sha, change)).toBe(await commit(gitDir, sha, change));
});

test("links, submodules and paths below them cannot be changed, and a folder is never replaced", async () => {
  const repository = await makeRepository(temporaryFolder(), "docs", { "a.md": "one" });
  const { gitDir } = repository;
  const page = await writeBlob(gitDir, "page");
  const target = await writeBlob(gitDir, "/etc");
  const docs = await writeRawTree(gitDir, [{ mode: "100644", name: "page.md", id: page }]);
  const parent = await commitRawTree(repository, [
    { mode: "40000", name: "docs", id: docs },
    { mode: "120000", name: "link", id: target },
    { mode: "120000", name: "link.md", id: target },
    { mode: "160000", name: "module", id: "1".repeat(40) },
    { mode: "100755", name: "run.md", id: page },
  ]);
  for (const path of [
    "link.md",
    "link/passwd.md",
    "module/x.md",
    "docs",
    "docs/page.md/x.md",
    "Docs/Page.md",
    "../x.md",
  ]) {
    await expectGitError(commit(gitDir, parent, { path, content: "x" }), "refused", /cannot be changed/);
  }
  const made = await commit(gitDir, parent, { path: "run.md", content: "x" });
  expect(await plainGit(["ls-tree", made, "run.md"], { cwd: gitDir })).toMatch(/^100755 /);
});

test("a push is safe to repeat and never overwrites another commit", async () => {
  const root = temporaryFolder();
  const { gitDir: remote, git } = await makeRepository(root, "docs", { "a.md": "one" });
  const sha = await git("rev-parse", "HEAD");
  const server = await serveRepositories(root);
  const mirror = mirrorOf(join(temporaryFolder(), "mirrors"), `${server.url}/docs.git`);
  const access = { allowedHosts: loopback, ...use };
  await plainGit(["config", "http.receivepack", "true"], { cwd: remote });
  await fetchBranch(mirror, { branch: "main", ...access });
  const to = await commit(mirror.gitDir, sha, { path: "a.md", content: "1" });
  const push = (from: string | undefined, target: string) =>
    pushBranch(mirror, { branch: "agent/x", from, to: target, ...access });
  await push(undefined, to);
  await push(undefined, to);
  expect((await plainGit(["rev-parse", "agent/x"], { cwd: remote })).trim()).toBe(to);
  const next = await commit(mirror.gitDir, to, { path: "a.md", content: "2" });
  await expectGitError(push(undefined, next), "refused", /changed in the meantime/);
  await expectGitError(push(sha, next), "refused", /changed in the meantime/);
  await push(to, next);
  expect((await plainGit(["rev-parse", "agent/x"], { cwd: remote })).trim()).toBe(next);
});

async function given(files: Record<string, string>): Promise<{ gitDir: string; sha: string }> {
  const { gitDir, git } = await makeRepository(temporaryFolder(), "docs", files);
  return { gitDir, sha: await git("rev-parse", "HEAD") };
}
