import { GitError } from "./git-error.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { runGit } from "./run-git.ts";

const lineBytesMax = 4_096;

/** The one line that git prints; `undefined` when it finds nothing to print, of which it makes no words. */
export async function findLine(
  { gitDir }: Repository,
  args: string[],
  { limits, signal }: RepositoryUse,
): Promise<string | undefined> {
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
    // It says something when it cannot tell.
    if (error instanceof GitError && error.kind === "failed" && error.stderr === "") {
      return undefined;
    }
    throw error;
  }
}
