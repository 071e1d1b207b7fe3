import { setTimeout } from "node:timers/promises";
import type { CodeHost, PullRequestLink } from "../../code-hosts/code-host.ts";
import { CodeHostError } from "../../code-hosts/code-host-error.ts";
import { branchOf } from "../agent-job.ts";
import type { RunAgentDeps, Turn } from "../turn.ts";
import type { TurnReport } from "../turn-store.ts";

const titleCharactersMax = 200;
const waitSecondsMax = 300;
const waitsMax = 3;

/** Opens the pull request or finds the open one; there is never a second. A follow-up adds a comment. */
export async function openPullRequest(
  { chooseCodeHost }: Pick<RunAgentDeps, "chooseCodeHost">,
  { job, turn, project, events, signal }: Turn,
  report: TurnReport,
): Promise<PullRequestLink> {
  const host = await chooseCodeHost(project, signal);
  const head = branchOf(job);
  const known = turn.turn === 1 ? undefined : await host.findOpenPullRequest(head, signal);
  const request = {
    head,
    base: job.baseRef,
    title: report.title.slice(0, titleCharactersMax),
    body: `${report.body}\n\nAgent job: \`${job.id}\``,
  };
  const opened = known ?? (await retryWhenLimited(() => host.openPullRequest(request, signal), signal));
  if (known !== undefined) {
    await comment(host, known, turn.turn, report, signal).catch((error: unknown) => {
      // The change is already pushed, so a missing comment isn't a failure.
      if (!(error instanceof CodeHostError)) throw error;
      events.emit("step", { step: "pull-request", text: `The pull request could not be commented: ${error.message}` });
    });
  }
  return opened;
}

async function comment(
  host: CodeHost,
  { number }: PullRequestLink,
  turn: number,
  { title, body }: TurnReport,
  signal: AbortSignal,
): Promise<void> {
  await host.comment({ number, key: `follow-up-${turnWord(turn)}`, body: `**${title}**\n\n${body}` }, signal);
}

// The key contains only letters.
function turnWord(turn: number): string {
  return turn.toString(26).replace(/\d/g, (digit) => String.fromCharCode(113 + Number(digit)));
}

/** Waits as long as the host asks for. */
async function retryWhenLimited<Value>(ask: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await ask();
    } catch (error) {
      const seconds = error instanceof CodeHostError && error.kind === "limited" ? error.retryAfterSeconds : undefined;
      if (seconds === undefined || seconds > waitSecondsMax || waits >= waitsMax) throw error;
      await setTimeout(seconds * 1_000, undefined, { signal });
    }
  }
}
