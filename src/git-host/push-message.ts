import { statusName, updateState } from "../contract/status-name.ts";
import type { Log } from "../platform/log.ts";
import type { Project } from "../projects/store.ts";
import { isEnded, type Update } from "../updates/update.ts";
import { usesSideBands, writePacket } from "./push-report.ts";
import type { PushRecord } from "./receive-push.ts";

/** The lines that git prints after a push, each preceded by "remote:". */
export interface PushNews {
  lines: readonly string[];
  /** Further lines that follow within seconds, until the signal aborts. */
  outcomes?(signal: AbortSignal): AsyncIterable<string>;
}

interface MessageDeps {
  /** The server's public address. */
  url: string;
  siteUrl(subdomain: string): string;
}

const messageBand = 2;
const updatesShownMax = 5;
const lineCharactersMax = 500;
const shaShown = 7;

/** Describes which updates a push started, where to follow them, and why some branches aren't updated. */
export function describePush(
  { url, siteUrl }: MessageDeps,
  { organizationId, domain, branch: own }: Project,
  { triggered, ignored }: PushRecord,
): string[] {
  const updates = triggered.slice(0, updatesShownMax).flatMap(({ id, branch, sha, subdomain }) => {
    const what = branch === own ? "the site" : "the branch preview";
    return [
      `Updating ${what} with ${branch} (${sha.slice(0, shaShown)}): ${siteUrl(subdomain)}`,
      `  ${url}/dashboard/${organizationId}/${domain}/updates/${id}`,
    ];
  });
  const others = triggered.length - updatesShownMax;
  return [
    ...updates,
    ...(others > 0 ? [`  and ${others} more: ${url}/dashboard/${organizationId}/${domain}/updates`] : []),
    ...ignored.slice(0, updatesShownMax),
  ];
}

/**
 * Describes an update with the dashboard's terms. The summary of a successful update says what was published, and how
 * many problems there are.
 */
export function describeOutcome({ status, summary, problems, createdAt, endedAt }: Update): string {
  if (!isEnded(status)) {
    return `${statusName(status)}; follow it at the address above.`;
  }
  const seconds = endedAt === null ? "" : ` after ${((endedAt - createdAt) / 1_000).toFixed(1)} s`;
  const state = problems?.missingPages ? updateState({ status, problems }) : statusName(status);
  return `${state}${seconds}: ${summary}`;
}

/** The messages for the person who pushed, followed by git's reply. Without side bands the messages can't be sent. */
export async function* replyWithNews(
  { log }: { log: Log },
  reply: Buffer,
  { lines, outcomes }: PushNews,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  if (lines.length > 0 && usesSideBands(reply)) {
    yield messagePacket(["", ...lines]);
    try {
      for await (const line of outcomes?.(signal) ?? []) yield messagePacket([line]);
    } catch (error) {
      // The push has succeeded, so its reply must not fail.
      log.warn({ error }, "could not follow the updates of a push");
    }
    yield messagePacket([""]);
  }
  yield reply;
}

function messagePacket(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `${printable(line)}\n`).join("");
  return writePacket(Buffer.concat([Buffer.from([messageBand]), Buffer.from(text)]));
}

/**
 * Removes control characters, because summaries contain names from the repository and git prints any characters it
 * receives.
 */
function printable(line: string): string {
  return line.replace(/\p{Cc}/gu, " ").slice(0, lineCharactersMax);
}
