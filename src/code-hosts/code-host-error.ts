import { RetryLater } from "../platform/queue/handler.ts";

export type CodeHostErrorKind =
  /** The token is missing, invalid or lacks a permission (401, 403). */
  | "no-access"
  /** The repository, branch or pull request doesn't exist, or the token can't see it (404). */
  | "not-found"
  /** The host rejects the request in the current state (409, 422). */
  | "conflict"
  /** The rate limit is used up (429, or 403 with a used-up limit). `retryAfterSeconds` says when to retry. */
  | "limited"
  | "timeout"
  /** The host can't be reached or sends an unexpected reply. A retry may succeed. */
  | "unavailable";

/** The message is one sentence that tells people what to do. It never contains a secret. */
export class CodeHostError extends Error {
  readonly kind: CodeHostErrorKind;
  /** The HTTP status of the host's reply, if there was a reply. */
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: CodeHostErrorKind,
    message: string,
    {
      status,
      retryAfterSeconds,
      ...options
    }: ErrorOptions & { status?: number | undefined; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message, options);
    this.name = "CodeHostError";
    this.kind = kind;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Whether the same request may succeed later, although nobody changes anything. */
export function isTransient({ kind }: CodeHostError): boolean {
  return kind === "limited" || kind === "timeout" || kind === "unavailable";
}

/** Makes a job wait until the host works again or its rate limit resets. */
export function waitForHost(error: CodeHostError): RetryLater {
  return new RetryLater(error.message, { afterSeconds: error.retryAfterSeconds, cause: error });
}

export function isConflict(error: unknown): error is CodeHostError {
  return error instanceof CodeHostError && error.kind === "conflict";
}
