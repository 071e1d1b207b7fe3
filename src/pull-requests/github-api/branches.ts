import { checkBranchName } from "../../git/branch-name.ts";
import { findCommit } from "../../git/branches.ts";
import { GitError } from "../../git/git-error.ts";
import { runGit } from "../../git/run-git.ts";
import { updateBranch } from "../../git/update-branch.ts";
import { AppError } from "../../platform/errors.ts";
import type { Project } from "../../projects/store.ts";
import { boundedBy, hostedRepository, type PullRequestDeps } from "../hosted-repository.ts";
import { findTip } from "../see-branches.ts";

export async function getBranch(deps: PullRequestDeps, project: Project, branch: string): Promise<string> {
  const sha = await findTip(hostedRepository(deps, project), branch, boundedBy(undefined));
  if (sha === undefined) {
    throw new AppError("not_found", `The repository has no branch ${branch}.`);
  }
  return sha;
}

/** A new branch at a commit that the repository has. */
export async function createBranch(
  deps: PullRequestDeps,
  project: Project,
  branch: string,
  sha: string,
): Promise<void> {
  const repository = hostedRepository(deps, project);
  const use = boundedBy(undefined);
  if ((await findCommit(repository, sha, use)) === undefined) {
    throw new AppError("bad_request", `The repository has no commit ${sha}.`);
  }
  try {
    await updateBranch(repository, { branch, to: sha, ...use });
  } catch (error) {
    throw error instanceof GitError && error.kind === "refused"
      ? new AppError("bad_request", `The branch ${branch} exists already, or cannot have this name.`)
      : error;
  }
}

/** Removes a branch. That of the project stays: its site is made from it. */
export async function deleteBranch(deps: PullRequestDeps, project: Project, branch: string): Promise<void> {
  if (branch === project.branch) {
    throw new AppError("bad_request", `${branch} is the branch of the project, so it cannot be deleted.`);
  }
  const sha = await getBranch(deps, project, branch);
  await checkBranchName(branch);
  const { gitDir } = hostedRepository(deps, project);
  const { limits } = boundedBy(undefined);
  const args = ["update-ref", "-d", `refs/heads/${branch}`, sha];
  await runGit({ gitDir, args, secondsMax: limits.readSecondsMax, stdoutBytesMax: 0 });
}
