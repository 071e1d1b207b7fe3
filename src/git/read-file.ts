import { checkSha } from "./branches.ts";
import { GitError } from "./git-error.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { localCommand, runGit } from "./run-git.ts";
import { pathProblem } from "./tree-path.ts";

/** The content of a file in a commit; `undefined` if the commit doesn't have the file. */
export async function readFileOf(
  repository: Repository,
  { sha, path, bytesMax, ...use }: RepositoryUse & { sha: string; path: string; bytesMax: number },
): Promise<Buffer | undefined> {
  checkSha(sha);
  if (pathProblem(path) !== undefined) {
    return undefined;
  }
  try {
    return await runGit(localCommand(repository, use, bytesMax, ["cat-file", "blob", `${sha}:${path}`]));
  } catch (error) {
    if (error instanceof GitError && error.kind === "failed") {
      return undefined;
    }
    throw error;
  }
}
