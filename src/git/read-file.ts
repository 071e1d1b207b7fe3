import { checkSha } from "./branches.ts";
import { GitError } from "./git-error.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { runGit } from "./run-git.ts";
import { pathProblem } from "./tree-path.ts";

/** The content of a file in a commit; `undefined` if the commit doesn't have the file. */
export async function readFileOf(
  { gitDir }: Repository,
  { sha, path, bytesMax, limits, signal }: RepositoryUse & { sha: string; path: string; bytesMax: number },
): Promise<Buffer | undefined> {
  checkSha(sha);
  if (pathProblem(path) !== undefined) {
    return undefined;
  }
  try {
    return await runGit({
      gitDir,
      args: ["cat-file", "blob", `${sha}:${path}`],
      secondsMax: limits.readSecondsMax,
      stdoutBytesMax: bytesMax,
      signal,
    });
  } catch (error) {
    if (error instanceof GitError && error.kind === "failed") {
      return undefined;
    }
    throw error;
  }
}
