import { GitError } from "../git/git-error.ts";
import { mirrorOf } from "../git/mirror.ts";
import { pushBranch } from "../git/push-branch.ts";
import { defaultRepositoryLimits as limits } from "../git/repository.ts";
import { RefsMoved } from "../projects/repositories/move-refs.ts";
import type { SourceLocation } from "../projects/source/find-tip.ts";

/** A branch to move, and the commit of the local copy that it moves to. */
export interface CommitToPush {
  branch: string;
  /** The tip of the branch that the commit is based on; undefined if the branch didn't exist. */
  from: string | undefined;
  to: string;
}

/** Thrown if someone else moved the branch first. Nothing was changed. */
export class BranchMoved extends Error {
  constructor(branch: string, options: ErrorOptions) {
    super(`The branch ${branch} changed in the meantime; try again.`, options);
    this.name = "BranchMoved";
  }
}

/**
 * Moves a branch of the project's repository to a commit, on the built-in host or another one. It is safe to do this
 * twice.
 */
export async function pushCommit(
  location: SourceLocation,
  commit: CommitToPush,
  pushHosted: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (location.kind === "hosted") {
      await pushHosted();
      return;
    }
    const { url, token, mirrorsFolder, allowedHosts } = location;
    await pushBranch(mirrorOf(mirrorsFolder, url), { ...commit, token, allowedHosts, limits, signal });
  } catch (error) {
    // The repository was accessible before, so a refusal now means that the branch has moved.
    const isMoved =
      error instanceof RefsMoved ? error.refs.length > 0 : error instanceof GitError && error.kind === "refused";
    throw isMoved ? new BranchMoved(commit.branch, { cause: error }) : error;
  }
}
