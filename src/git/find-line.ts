import { GitError } from "./git-error.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { runGit } from "./run-git.ts";

const lineBytesMax = 4_096;

/** The single line that git prints; `undefined` if git fails without an error message, which means "not found". */
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
    if (error instanceof GitError && error.kind === "failed" && error.stderr === "") {
      return undefined;
    }
    throw error;
  }
}
