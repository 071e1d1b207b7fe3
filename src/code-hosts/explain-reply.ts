import type { Clock } from "../platform/clock.ts";
import { waitText } from "../platform/span-text.ts";
import { CodeHostError } from "./code-host-error.ts";
import type { HostReply } from "./host-request.ts";

const retrySecondsDefault = 60;
const retrySecondsMax = 86_400;
const saidLengthMax = 300;

/** The JSON of a success; anything else as an error that says what to do. */
export function readReply(host: string, reply: HostReply, clock: Clock): unknown {
  if (reply.status >= 200 && reply.status < 300 && reply.json !== undefined) {
    return reply.json;
  }
  throw explainReply(host, reply, clock);
}

function explainReply(host: string, reply: HostReply, clock: Clock): CodeHostError {
  const { status } = reply;
  const said = saidBy(reply.json);
  const told = said === "" ? "" : ` It says: ${said}`;
  const retryAfterSeconds = waitOf(reply, clock);
  if (status === 429 || (status === 403 && retryAfterSeconds !== undefined)) {
    const seconds = retryAfterSeconds ?? retrySecondsDefault;
    return new CodeHostError("limited", `${host} takes no more requests now; try again in ${waitText(seconds)}.`, {
      status,
      retryAfterSeconds: seconds,
    });
  }
  switch (status) {
    case 401:
      return new CodeHostError(
        "no-access",
        `${host} does not accept the token; make a new one and set it for the project.`,
        {
          status,
        },
      );
    case 403:
      return new CodeHostError(
        "no-access",
        `The token may not do this on ${host}; it needs to write contents, pull requests and commit statuses.${told}`,
        { status },
      );
    case 404:
      return new CodeHostError(
        "not-found",
        `${host} knows no such repository, branch or pull request, or the token may not see it; check both.`,
        { status },
      );
    case 400:
    case 405:
    case 409:
    case 422:
      return new CodeHostError("conflict", `${host} does not accept this as things are now.${told}`, { status });
    default:
      return new CodeHostError(
        "unavailable",
        status >= 300 && status < 400
          ? `${host} says that the repository has moved; set its new address for the project.`
          : `${host} answers with status ${status}; try again later.`,
        { status },
      );
  }
}

/** How long a host asks to be left alone; `undefined` when it does not. */
function waitOf({ headers, status }: HostReply, clock: Clock): number | undefined {
  const retryAfter = Number(headers["retry-after"]);
  if (Number.isFinite(retryAfter) && retryAfter > 0) {
    return Math.min(Math.ceil(retryAfter), retrySecondsMax);
  }
  const isUsedUp = headers["x-ratelimit-remaining"] === "0" || status === 429;
  const reset = Number(headers["x-ratelimit-reset"] ?? headers["ratelimit-reset"]);
  if (!isUsedUp || !Number.isFinite(reset)) {
    return undefined;
  }
  return Math.min(Math.max(1, Math.ceil(reset - clock.now() / 1_000)), retrySecondsMax);
}

/** The host's own words: from outside, so cut and in one line. */
function saidBy(json: unknown): string {
  if (typeof json !== "object" || json === null) {
    return "";
  }
  const { message, error, errors } = json as Record<string, unknown>;
  const details = Array.isArray(errors)
    ? errors.map((each) => (typeof each === "string" ? each : String((each as { message?: unknown })?.message ?? "")))
    : [];
  const texts = [message, error, ...details].flat().filter((text): text is string => typeof text === "string");
  return texts
    .join(" ")
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, saidLengthMax);
}
