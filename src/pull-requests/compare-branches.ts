import { isBranchName } from "../git/branch-name.ts";
import { findCommit, findMergeBase } from "../git/branches.ts";
import { branchPrefix, readRefs } from "../git/refs.ts";
import type { Repository, RepositoryUse } from "../git/repository.ts";
import type { Transaction } from "../platform/db/database.ts";
import { putRef } from "../projects/repositories/store.ts";
import type { PullRequest } from "./pull-request.ts";

export interface ComparedBranches {
  /** The current tips; `undefined` for a branch that doesn't exist. */
  head: string | undefined;
  base: string | undefined;
  /** `undefined` if the branches share no history. */
  mergeBase: string | undefined;
}

export async function compareBranches(
  repository: Repository,
  { head, base }: { head: string; base: string },
  use: RepositoryUse,
): Promise<ComparedBranches> {
  const refs = await readRefs(
    repository,
    use,
    [head, base].filter(isBranchName).map((branch) => branchPrefix + branch),
  );
  const [headSha, baseSha] = [head, base].map((branch) => refs.get(branchPrefix + branch));
  const mergeBase =
    headSha === undefined || baseSha === undefined ? undefined : await findMergeBase(repository, headSha, baseSha, use);
  return { head: headSha, base: baseSha, mergeBase };
}

export async function findTip(repository: Repository, branch: string, use: RepositoryUse): Promise<string | undefined> {
  return isBranchName(branch) ? findCommit(repository, branchPrefix + branch, use) : undefined;
}

/**
 * Keeps the commits of a pull request reachable even if its branch is deleted. Clients can't fetch this ref. The caller
 * has locked the repository.
 */
export async function keepHead(
  tx: Transaction,
  { projectId, number, headSha }: Pick<PullRequest, "projectId" | "number" | "headSha">,
): Promise<void> {
  await putRef(tx, projectId, `refs/lectern/pull/${number}`, headSha);
}
