import { createHmac, randomBytes } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import { explainFetchError } from "../platform/explain-fetch-error.ts";
import type { GuardedFetch } from "../platform/outgoing/guarded-fetch.ts";

export interface SignedRequest {
  url: string;
  /** Each secret is `whsec_` and a key in base64. If there are none, the request isn't signed. */
  secrets: readonly string[];
  /** The same for every attempt, so receivers can recognize a repetition. */
  id: string;
  body: string;
}

export interface RequestOutcome {
  /** What went wrong, in plain words; undefined if the receiver accepted the request. */
  problem: string | undefined;
  /** Undefined if there was no response. */
  status: number | undefined;
  /** The beginning of the response. */
  text: string;
  /** How long the receiver asks to wait. */
  retryAfterSeconds: number | undefined;
}

const secretPrefix = "whsec_";
const secretBytes = 24;
const secondsMax = 15;
const textBytesMax = 1_000;

export function newSigningSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString("base64");
}

/**
 * Sends one signed request under the rules for addresses that people have entered. Only an abort of the signal throws.
 */
export async function sendRequest(
  { fetch, clock }: { fetch: GuardedFetch; clock: Clock },
  { url, secrets, id, body }: SignedRequest,
  signal: AbortSignal,
): Promise<RequestOutcome> {
  const { host } = new URL(url);
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(secondsMax * 1_000)]);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...signatures(secrets, { id, body, now: clock.now() }) },
      body,
      signal: bounded,
    });
    const { ok, status } = response;
    const text = await readBeginning(response);
    signal.throwIfAborted();
    const retryAfterSeconds = readRetryAfter(response.headers.get("retry-after"), clock.now());
    return { problem: ok ? undefined : explainStatus(host, status), status, text, retryAfterSeconds };
  } catch (error) {
    signal.throwIfAborted();
    return { problem: explainFetchError(error, host), status: undefined, text: "", retryAfterSeconds: undefined };
  }
}

function explainStatus(host: string, status: number): string {
  const isRedirect = status >= 300 && status < 400;
  return `${host} answered with status ${status}${isRedirect ? ", a redirect. Enter the address it leads to" : ""}.`;
}

/** The headers of Standard Webhooks. After a secret is replaced, the request is signed with both. */
function signatures(
  secrets: readonly string[],
  { id, body, now }: { id: string; body: string; now: number },
): Record<string, string> {
  if (secrets.length === 0) return {};
  const timestamp = String(Math.floor(now / 1_000));
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signed.join(" ") };
}

/** The status decides the outcome, so a long, slow or broken body isn't an error. */
async function readBeginning({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= textBytesMax) break;
    }
  } catch {
    // The part that has arrived is enough.
  }
  const text = Buffer.concat(chunks).subarray(0, textBytesMax).toString("utf8");
  // PostgreSQL can't store zero bytes, and other control characters are unreadable.
  return text.replace(/[^\P{Cc}\n\t]/gu, "");
}

/** The header is a number of seconds or a date. */
function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}
