import type { Clock } from "../platform/clock.ts";
import { waitText } from "../platform/span-text.ts";
import type { CodeHost } from "./code-host.ts";
import { CodeHostError, isConflict } from "./code-host-error.ts";
import { type HostConnection, type HostReply, type HostRequest, sendToHost } from "./host-request.ts";

/** A repository on a remote host. */
export interface RemoteRepository extends HostConnection {
  /** `owner/name`; on GitLab with any number of nested groups. */
  path: string;
  clock: Clock;
}

export type HostMethod = HostRequest["method"];

export type Call = (
  method: HostMethod,
  path: string,
  signal: AbortSignal,
  json?: Record<string, unknown>,
) => Promise<unknown>;

const retrySecondsDefault = 60;
const retrySecondsMax = 86_400;
const quoteLengthMax = 300;

/** Calls the host's API. Throws a `CodeHostError` unless the call succeeds. */
export function callsTo(repository: RemoteRepository): Call {
  const { hostname } = new URL(repository.apiUrl);
  return async (method, path, signal, json) => {
    const reply = await sendToHost(repository, { method, path, json }, signal);
    if (reply.status >= 200 && reply.status < 300 && reply.json !== undefined) {
      return reply.json;
    }
    throw explainReply(hostname, reply, repository.clock);
  };
}

/** Opens a pull request unless one is already open, even if someone else opens it at the same time. */
export function openOnce(
  find: CodeHost["findOpenPullRequest"],
  open: CodeHost["openPullRequest"],
): Pick<CodeHost, "findOpenPullRequest" | "openPullRequest"> {
  return {
    findOpenPullRequest: find,
    async openPullRequest(request, signal) {
      const found = await find(request.head, signal);
      if (found !== undefined) {
        return found;
      }
      try {
        return await open(request, signal);
      } catch (error) {
        const other = isConflict(error) ? await find(request.head, signal) : undefined;
        if (other === undefined) {
          throw error;
        }
        return other;
      }
    },
  };
}

/** For optional calls such as setting labels: if the host refuses, the result is undefined. */
export function optionally<Value>(work: Promise<Value>): Promise<Value | undefined> {
  return work.catch((error: unknown) => {
    if (!(error instanceof CodeHostError)) throw error;
    return undefined;
  });
}

/** Undefined if the host doesn't know what was asked for. */
export function ifFound<Value>(work: Promise<Value>): Promise<Value | undefined> {
  return work.catch((error: unknown) => {
    if (!(error instanceof CodeHostError && error.kind === "not-found")) throw error;
    return undefined;
  });
}

function explainReply(host: string, reply: HostReply, clock: Clock): CodeHostError {
  const { status } = reply;
  const message = messageOf(reply.json);
  const quote = message === "" ? "" : ` The host says: ${message}`;
  const retryAfterSeconds = retryAfterOf(reply, clock);
  if (status === 429 || (status === 403 && retryAfterSeconds !== undefined)) {
    const seconds = retryAfterSeconds ?? retrySecondsDefault;
    return new CodeHostError("limited", `The rate limit of ${host} is used up; try again in ${waitText(seconds)}.`, {
      status,
      retryAfterSeconds: seconds,
    });
  }
  switch (status) {
    case 401:
      return new CodeHostError(
        "no-access",
        `${host} does not accept the token; create a new one and set it for the project.`,
        { status },
      );
    case 403:
      return new CodeHostError(
        "no-access",
        `The token is not allowed to do this on ${host}; it must be able to write contents, pull requests and commit statuses.${quote}`,
        { status },
      );
    case 404:
      return new CodeHostError(
        "not-found",
        `${host} has no such repository, branch or pull request, or the token can't see it; check both.`,
        { status },
      );
    case 400:
    case 405:
    case 409:
    case 422:
      return new CodeHostError("conflict", `${host} rejected the request.${quote}`, { status });
    default:
      return new CodeHostError(
        "unavailable",
        status >= 300 && status < 400
          ? `${host} says that the repository has moved; set the new address in the project.`
          : `${host} replied with status ${status}; try again later.`,
        { status },
      );
  }
}

/** The number of seconds that the host asks clients to wait; undefined if it doesn't ask. */
function retryAfterOf({ headers, status }: HostReply, clock: Clock): number | undefined {
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

/** The host's own error message. It is untrusted, so it is put on one line and truncated. */
function messageOf(json: unknown): string {
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
    .slice(0, quoteLengthMax);
}
