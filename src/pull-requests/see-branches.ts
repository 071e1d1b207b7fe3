import { isBranchName } from "../git/branch-name.ts";
import { findCommit } from "../git/branches.ts";
import { findMergeBase } from "../git/branches.ts";
import type { Repository, RepositoryUse } from "../git/repository.ts";
import { runGit } from "../git/run-git.ts";

export interface SeenBranches {
  /** Where they are; `undefined` for a branch that does not exist. */
  head: string | undefined;
  base: string | undefined;
  /** Where they parted; `undefined` when they have nothing in common. */
  parting: string | undefined;
}

/** Where two branches are now. */
export async function seeBranches(
  repository: Repository,
  { head, base }: { head: string; base: string },
  use: RepositoryUse,
): Promise<SeenBranches> {
  const [headSha, baseSha] = await Promise.all([head, base].map((branch) => findTip(repository, branch, use)));
  const parting =
    headSha === undefined || baseSha === undefined ? undefined : await findMergeBase(repository, headSha, baseSha, use);
  return { head: headSha, base: baseSha, parting };
}

export async function findTip(repository: Repository, branch: string, use: RepositoryUse): Promise<string | undefined> {
  return isBranchName(branch) ? findCommit(repository, `refs/heads/${branch}`, use) : undefined;
}

/** Keeps the commits of a pull request in the repository, whatever becomes of its branch. Nobody can fetch this ref. */
export async function keepHead(
  { gitDir }: Repository,
  number: number,
  sha: string,
  { limits, signal }: RepositoryUse,
): Promise<void> {
  const args = ["update-ref", `refs/lectern/pull/${number}`, sha];
  await runGit({ gitDir, args, secondsMax: limits.readSecondsMax, stdoutBytesMax: 0, signal });
}
