import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "../platform/errors.ts";
import type { GuardedFetch } from "../platform/outgoing/guarded-fetch.ts";
import { PermanentFailure, RetryLater } from "../platform/queue/handler.ts";
import type { Secrets } from "../platform/secrets.ts";
import type { Project } from "../projects/store.ts";

/** The secrets of a project's Slack app. */
interface SlackApp {
  signingSecret: string;
  botToken: string;
}

export interface SlackDeps {
  secrets: Pick<Secrets, "open">;
  fetch: GuardedFetch;
  /** The address of Slack's API, without a trailing slash. */
  slackApi: string;
}

const signatureSecondsMax = 300;
const retrySeconds = 30;
const callMilliseconds = 20_000;

export function openSlackApp({ secrets }: Pick<SlackDeps, "secrets">, { slack }: Project): SlackApp | undefined {
  return slack === null ? undefined : JSON.parse(secrets.open(slack));
}

/** Refuses a request that Slack hasn't signed, and one that was recorded and is sent again later. */
export function verifySlackSignature(
  { signingSecret }: SlackApp,
  { body, signature, timestamp }: { body: Buffer; signature: string; timestamp: string },
  now: number,
): void {
  const expected = createHmac("sha256", signingSecret).update(`v0:${timestamp}:`).update(body).digest();
  const [, hex = ""] = /^v0=([0-9a-f]{64})$/.exec(signature) ?? [];
  const given = Buffer.from(hex, "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new AppError("unauthenticated", "The signature doesn't match; enter the signing secret of the Slack app.");
  }
  if (!(Math.abs(now / 1_000 - Number(timestamp)) <= signatureSecondsMax)) {
    throw new AppError("unauthenticated", "The request is too old; check the clock of this server.");
  }
}

/** Calls a method of Slack's Web API. */
export async function callSlack(
  { fetch, slackApi }: SlackDeps,
  { botToken }: SlackApp,
  method: string,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const isRead = method !== "chat.postMessage";
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const response = await fetch(`${slackApi}/${method}${isRead ? `?${query}` : ""}`, {
    method: isRead ? "GET" : "POST",
    headers: { authorization: `Bearer ${botToken}`, "content-type": "application/json; charset=utf-8" },
    ...(!isRead && { body: JSON.stringify(input) }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(callMilliseconds)]),
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new RetryLater("Slack can't be reached.", { cause: error });
  });
  if (response.status === 429 || response.status >= 500) {
    await response.body?.cancel();
    const afterSeconds = Number(response.headers.get("retry-after")) || retrySeconds;
    throw new RetryLater("Slack asks to wait.", { afterSeconds });
  }
  const reply = (await response.json()) as Record<string, unknown>;
  if (reply.ok !== true) throw new PermanentFailure(`Slack refused ${method}: ${String(reply.error).slice(0, 100)}.`);
  return reply;
}
