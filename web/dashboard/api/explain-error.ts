import { ApiError } from "../../../src/contract/client.ts";

interface Explanation {
  message: string;
  details: readonly { path: string; message: string }[];
}

/** Turns an error into a message: the server's own message, or a description of the network failure. */
export function explainError(error: unknown): Explanation {
  if (error instanceof ApiError) {
    const wait =
      error.retryAfterSeconds === undefined || error.status !== 429
        ? ""
        : ` Try again in ${Math.ceil(error.retryAfterSeconds)} seconds.`;
    return { message: `${error.body.error}${wait}`, details: error.body.details ?? [] };
  }
  if (error instanceof TypeError) {
    return { message: "Can't reach the server. Check your connection and try again.", details: [] };
  }
  return {
    message: error instanceof Error ? error.message : "Something went wrong. Reload the page.",
    details: [],
  };
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
