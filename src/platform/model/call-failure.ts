import { APICallError, RetryError } from "ai";
import { explainFetchError } from "../explain-fetch-error.ts";
import type { CallOutcome } from "./count-model-use.ts";
import type { ModelChoice } from "./model-choice.ts";

const messageCharactersMax = 300;

/** Why a call failed: the outcome for metrics, and a plain sentence without secrets. */
export interface CallFailure {
  outcome: CallOutcome;
  problem: string;
}

/**
 * `signal` is the signal of the call: a time limit aborts it with a TimeoutError, and a client that leaves aborts it
 * with any other reason.
 */
export function explainFailure(
  error: unknown,
  { choice, key }: { choice: ModelChoice; key: string | undefined },
  signal?: AbortSignal,
): CallFailure {
  const { host } = new URL(choice.url);
  const reason: unknown = signal?.aborted ? signal.reason : RetryError.isInstance(error) ? error.lastError : error;
  if (nameOf(reason) === "TimeoutError") return { outcome: "timed_out", problem: `${host} didn't answer in time.` };
  if (signal?.aborted) return { outcome: "stopped", problem: "The call was stopped." };
  const { statusCode: status, message } = APICallError.isInstance(reason) ? reason : {};
  if (status === undefined) return explainConnection(reason, host);
  const said = message === undefined || message === "" ? "" : ` It says: ${withoutSecrets(message, key)}`;
  switch (status) {
    case 401:
    case 403:
      return {
        outcome: "key_rejected",
        problem: key === undefined ? `${host} asks for a key, and none is set.` : `${host} rejected the key.`,
      };
    case 404:
      return {
        outcome: "unknown_model",
        problem: `${host} doesn't know the model ${choice.model}, or the address is wrong.`,
      };
    case 429:
      return { outcome: "rate_limited", problem: `${host} refused because of a rate limit or an exhausted quota.` };
    default:
      if (status >= 500) return { outcome: "overloaded", problem: `${host} is overloaded or down (status ${status}).` };
      // A reply that began well and then broke off has a successful status.
      if (status < 400) return { outcome: "failed", problem: `The reply of ${host} couldn't be read.` };
      return { outcome: "refused", problem: `${host} refused the request with status ${status}.${said}` };
  }
}

function explainConnection(error: unknown, host: string): CallFailure {
  const isNetwork = APICallError.isInstance(error) || hasCode(error);
  if (!isNetwork) return { outcome: "failed", problem: `The reply of ${host} broke off or couldn't be read.` };
  return { outcome: "unreachable", problem: explainFetchError(error, host) };
}

function hasCode(error: unknown): boolean {
  const { code, kind, cause } = (error ?? {}) as { code?: unknown; kind?: unknown; cause?: unknown };
  return code !== undefined || kind !== undefined || (cause !== undefined && cause !== error && hasCode(cause));
}

function nameOf(error: unknown): unknown {
  return (error as { name?: unknown } | undefined)?.name;
}

/** Providers quote the received key, whole or in part. */
function withoutSecrets(message: string, key: string | undefined): string {
  const parts = (key ?? "").split(":").filter((part) => part.length > 3);
  const hidden = parts.reduce(
    (text, part) => text.replaceAll(part, "(hidden)"),
    message.slice(0, messageCharactersMax),
  );
  return hidden.replaceAll(/\b(?:sk|pk|gsk|key|AKIA|ASIA|AIza)[-\w*]{4,}/g, "(hidden)");
}
