export type CodeHostErrorKind =
  /** No token, a wrong one, or one that may not do this (401, 403). */
  | "no-access"
  /** No such repository, branch or pull request, or the token may not see it (404). */
  | "not-found"
  /** The host does not accept what was asked for as things are now (409, 422). */
  | "conflict"
  /** Too many requests: `retryAfterSeconds` says when to come again (429, or 403 with a limit used up). */
  | "limited"
  | "timeout"
  /** It does not answer, or not as it should; another time it may. */
  | "unavailable";

/** The message is one sentence for people that says what to do. It holds no secret. */
export class CodeHostError extends Error {
  readonly kind: CodeHostErrorKind;
  /** Of the host's reply, where there was one. */
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

/** Whether the same request may succeed later, with nothing changed by people. */
export function mayPass({ kind }: CodeHostError): boolean {
  return kind === "limited" || kind === "timeout" || kind === "unavailable";
}

/** Whether the host refused because of what is there already. */
export function isConflict(error: unknown): error is CodeHostError {
  return error instanceof CodeHostError && error.kind === "conflict";
}
