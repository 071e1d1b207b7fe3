import { statusName } from "../contract/status-name.ts";
import type { Log } from "../platform/log.ts";
import type { Project } from "../projects/store.ts";
import { isEnded, type Update } from "../updates/update.ts";
import { usesSideBands, writePacket } from "./push-report.ts";
import type { PushRecord } from "./receive-push.ts";

/** What git prints after a push, each line with "remote:" in front of it. */
export interface PushNews {
  lines: readonly string[];
  /** Lines that come within seconds, until the signal aborts. */
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

/** What is being built, where to follow it, and why something isn't. */
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

/** In the words of the dashboard. The summary of a success says what was published, and how many problems there are. */
export function describeOutcome({ status, summary, createdAt, endedAt }: Update): string {
  if (!isEnded(status)) {
    return `${statusName(status)}; follow it at the address above.`;
  }
  const seconds = endedAt === null ? "" : ` after ${((endedAt - createdAt) / 1_000).toFixed(1)} s`;
  return `${statusName(status)}${seconds}: ${summary}`;
}

/** Git's reply, after the lines for the person who pushes. Without side bands there is no room for them. */
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
      // The push has succeeded, and its reply must say so.
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

/** Summaries contain names from the repository, and git prints what it gets. */
function printable(line: string): string {
  return line.replace(/\p{Cc}/gu, " ").slice(0, lineCharactersMax);
}
