import { checkSha } from "./commit-id.ts";
import { GitError } from "./git-error.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { runGit } from "./run-git.ts";

const lineBytesMax = 4_096;

/** Where two commits parted; `undefined` when their histories have nothing in common. */
export async function findMergeBase(
  { gitDir }: Repository,
  one: string,
  other: string,
  { limits, signal }: RepositoryUse,
): Promise<string | undefined> {
  checkSha(one);
  checkSha(other);
  const args = ["merge-base", "--end-of-options", one, other];
  try {
    const output = await runGit({
      gitDir,
      args,
      secondsMax: limits.readSecondsMax,
      stdoutBytesMax: lineBytesMax,
      signal,
    });
    return output.toString().trim();
  } catch (error) {
    // Git says nothing when there is none, and something when it cannot tell.
    if (error instanceof GitError && error.kind === "failed" && error.stderr === "") {
      return undefined;
    }
    throw error;
  }
}
