import { checkBranchName } from "./branch-name.ts";
import { checkSha } from "./branches.ts";
import { GitError } from "./git-error.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { runGit } from "./run-git.ts";

const noCommit = "0".repeat(40);

/** Moves a branch if it still points to `from`. With `from` undefined, the branch must not exist yet. */
export async function updateBranch(
  { gitDir }: Repository,
  {
    branch,
    from = noCommit,
    to,
    limits,
    signal,
  }: { branch: string; from?: string | undefined; to: string } & RepositoryUse,
): Promise<void> {
  checkBranchName(branch);
  checkSha(from);
  checkSha(to);
  const args = ["update-ref", `refs/heads/${branch}`, to, from];
  await runGit({ gitDir, args, secondsMax: limits.readSecondsMax, stdoutBytesMax: 0, signal }).catch(
    (error: GitError) => {
      if (/but expected|already exists|unable to resolve reference/.test(error.stderr)) {
        throw new GitError("refused", `The branch ${branch} changed in the meantime; try again.`, {
          stderr: error.stderr,
        });
      }
      throw error;
    },
  );
}
