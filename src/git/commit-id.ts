import { findCommit } from "./branches.ts";
import { GitError } from "./git-error.ts";
import type { Repository, RepositoryUse } from "./repository.ts";

const shaPattern = /^[0-9a-f]{40}$/;

export function checkSha(sha: string): void {
  if (!shaPattern.test(sha)) {
    throw new GitError("refused", "A commit ID must have 40 hexadecimal digits.");
  }
}

/** Throws if the commit doesn't exist in the repository. */
export async function checkCommit(repository: Repository, sha: string, use: RepositoryUse): Promise<void> {
  checkSha(sha);
  if ((await findCommit(repository, sha, use)) === undefined) {
    throw new GitError("not-found", `The repository has no commit ${sha}.`);
  }
}
