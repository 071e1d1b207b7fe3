import { GitError, type GitErrorKind } from "../git/git-error.ts";
import { NamespaceBusy } from "../platform/artifacts/hold-namespace.ts";
import { AppError, type ErrorCode } from "../platform/errors.ts";
import { findOutage } from "../platform/outage.ts";
import { PermanentFailure, RetryLater } from "../platform/queue/handler.ts";
import { BuildFailure } from "../site/project.ts";

/** Only the author or an admin of the project can fix these, so they are not retried. */
const authorGitErrors: readonly GitErrorKind[] = ["not-found", "auth", "refused", "too-large"];
const authorErrors: readonly ErrorCode[] = ["too_large", "bad_request"];
/** The git host is down or slow. */
const passingGitErrors: readonly GitErrorKind[] = ["network", "timeout"];

/**
 * Converts an error to its effect on an update. A PermanentFailure ends it, with a message for the log; RetryLater
 * waits for an outside service; any other error counts as an attempt, and after the last attempt its message is shown
 * if it is safe.
 */
export function explainFailure(error: unknown, isLastAttempt: boolean): unknown {
  if (error instanceof PermanentFailure || error instanceof RetryLater) {
    return error;
  }
  if (isAuthors(error)) {
    return new PermanentFailure(error.message, { cause: error });
  }
  if (error instanceof GitError && passingGitErrors.includes(error.kind)) {
    return new RetryLater(error.message, { cause: error });
  }
  if (error instanceof NamespaceBusy) {
    return new RetryLater("The project's artifacts are being collected or published by another worker.", {
      cause: error,
    });
  }
  if (findOutage(error) === undefined && isLastAttempt && isShowable(error)) {
    return new PermanentFailure(error.message, { cause: error, isInternal: true });
  }
  return error;
}

function isAuthors(error: unknown): error is Error {
  return (
    error instanceof BuildFailure ||
    (error instanceof GitError && authorGitErrors.includes(error.kind)) ||
    (error instanceof AppError && authorErrors.includes(error.code))
  );
}

/** Other messages may reveal internals of the server. */
function isShowable(error: unknown): error is Error {
  return (error instanceof GitError && error.kind !== "aborted") || error instanceof AppError;
}
