import { GitError } from "../git/git-error.ts";
import { AppError } from "../platform/errors.ts";

const passing: readonly string[] = ["timeout", "network"];

/** Runs git while a person waits for the reply. Errors become messages about the repository. */
export async function explainGitErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GitError) || error.kind === "aborted" || error.kind === "failed") throw error;
    const code = passing.includes(error.kind) ? "unavailable" : "conflict";
    throw new AppError(code, `The repository can't be read: ${error.message}`, { cause: error });
  }
}
