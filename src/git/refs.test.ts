import { join } from "node:path";
import { expect, test } from "vitest";
import { writeBareLayout } from "./bare-layout.ts";
import { resolveBranch } from "./branches.ts";
import { expectGitError, testLimits as limits, plainGit, temporaryFolder } from "./git-test-support.ts";
import { updateBranch } from "./refs.ts";

const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

test("a branch moves only from the expected commit", async () => {
  const repository = { gitDir: join(temporaryFolder(), "docs.git") };
  await writeBareLayout(repository, { head: "live", refs: new Map() });
  const git = async (...args: string[]) => (await plainGit([`--git-dir=${repository.gitDir}`, ...args])).trim();
  await git("hash-object", "-t", "tree", "-w", "/dev/null");
  const first = await git("commit-tree", "-m", "First", emptyTree);
  const second = await git("commit-tree", "-m", "Second", emptyTree);
  const move = (from: string | undefined, to: string) => updateBranch(repository, { branch: "live", from, to, limits });
  await move(undefined, first);
  await expectGitError(move(second, first), "refused", /changed in the meantime/);
  await expectGitError(move(undefined, second), "refused", /changed in the meantime/);
  await move(first, second);
  expect(await resolveBranch(repository, "live", { limits })).toBe(second);
});
