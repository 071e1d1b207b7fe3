import { CodeHostError, isTransient } from "../../code-hosts/code-host-error.ts";
import { GitError, type GitErrorKind } from "../../git/git-error.ts";
import { BranchMoved } from "../../git-host/push-commit.ts";
import { AppError, type ErrorCode } from "../../platform/errors.ts";

/** Runs work with git and code hosts. Their errors become replies, because their messages are written for people. */
export async function withAppErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asAppError(error);
  }
}

function asAppError(error: unknown): unknown {
  if (error instanceof BranchMoved) {
    return new AppError("conflict", error.message, { cause: error });
  }
  if (error instanceof GitError) {
    const code = gitCodes[error.kind];
    return code === undefined ? error : new AppError(code, error.message, { cause: error });
  }
  if (error instanceof CodeHostError) {
    const { retryAfterSeconds } = error;
    const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    return new AppError(isTransient(error) ? "unavailable" : "conflict", error.message, { cause: error, ...wait });
  }
  return error;
}

/** The reply codes of git errors. Errors of all other kinds are internal errors. */
const gitCodes: Readonly<Partial<Record<GitErrorKind, ErrorCode>>> = {
  auth: "conflict",
  "not-found": "conflict",
  refused: "conflict",
  "too-large": "too_large",
  network: "unavailable",
  timeout: "unavailable",
};
