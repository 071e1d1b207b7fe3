import { GitError } from "../git/git-error.ts";
import { AppError } from "../platform/errors.ts";
import { PermanentFailure } from "../platform/queue/handler.ts";
import { BuildFailure } from "../site/ground/build-problem.ts";

/**
 * What the author is told of a failure; undefined for one that is ours. The author's faults are never tried again; what a
 * later try may mend is told when there is none.
 */
export function tellAuthor(error: unknown, isLastTry: boolean): string | undefined {
  if (error instanceof BuildFailure || error instanceof PermanentFailure) {
    return error.message;
  }
  if (error instanceof GitError && ["not-found", "auth", "refused", "too-large"].includes(error.kind)) {
    return error.message;
  }
  if ((error instanceof GitError && error.kind !== "aborted") || error instanceof AppError) {
    return isLastTry ? error.message : undefined;
  }
  return undefined;
}
