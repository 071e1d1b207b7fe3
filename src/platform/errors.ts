/** Error codes in domain terms. Only `http/reply-error.ts` maps them to status codes. */
export type ErrorCode =
  | "bad_request"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "too_large"
  | "unsupported_media_type"
  | "conflict"
  | "limited"
  | "internal"
  | "unavailable";

export interface ErrorDetail {
  path: string;
  message: string;
}

interface AppErrorOptions extends ErrorOptions {
  details?: ErrorDetail[];
  retryAfterSeconds?: number;
}

/** An error with a message for the caller that says what is wrong and what to do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options);
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Makes a call's result undefined if its input takes too much time or memory. */
export function unlessTooLarge(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== "too_large") throw error;
}
