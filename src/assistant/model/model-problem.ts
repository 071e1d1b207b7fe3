import { APICallError, RetryError } from "ai";
import type { ModelProblem } from "../answer-event.ts";

/** The server stopped the model because it took too long. */
export class ModelTimeout extends Error {
  // With another name, the timeout would be counted as a reader who left.
  override name = "TimeoutError";
}

/** With these statuses, a provider rejects the question. With others, it rejects the key, the model or the account. */
const questionStatuses = [400, 413, 422];

/** The kind of a failure, under the name used for clients, metrics and the log. */
export function problemOf(error: unknown): ModelProblem {
  if (RetryError.isInstance(error)) return problemOf(error.lastError);
  if (error instanceof ModelTimeout || (error instanceof DOMException && error.name === "TimeoutError"))
    return "timeout";
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  if (status === 429) return "rate_limited";
  if (status === undefined || status < 400 || status >= 500) return "unreachable";
  return questionStatuses.includes(status) ? "refused" : "misconfigured";
}
