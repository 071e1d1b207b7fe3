import type { CodeHost, PullRequestLink } from "../../code-hosts/code-host.ts";
import { CodeHostError } from "../../code-hosts/code-host-error.ts";
import { agentAuthor, branchOf } from "../agent-job.ts";
import { listWorking } from "../requests/request-store.ts";
import type { RunAgentDeps, Turn } from "../turn.ts";
import type { TurnReport } from "../turn-store.ts";

const titleCharactersMax = 200;

/** Opens the pull request, or comments on the one that is already open. A job never has two open pull requests. */
export async function openPullRequest(
  { chooseCodeHost, database }: Pick<RunAgentDeps, "chooseCodeHost" | "database">,
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
    author: agentAuthor.name,
    body: `${report.body}\n\nAgent job: \`${job.id}\``,
  };
  const opened = known ?? (await host.openPullRequest(request, signal));
  // Whoever asked in a comment is answered there.
  const isAskedThere = (await listWorking(database.query, job.id)).some(({ place }) => place.on === "pull-request");
  if (known !== undefined && !isAskedThere) {
    await comment(host, known, turn.turn, report, signal).catch((error: unknown) => {
      // The change is already pushed, so a failed comment doesn't fail the job.
      if (!(error instanceof CodeHostError)) throw error;
      events.emit("step", { step: "pull-request", text: `Couldn't comment on the pull request: ${error.message}` });
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

// An idempotency key may contain only letters, so the number is written in letters.
function turnWord(turn: number): string {
  return turn.toString(26).replace(/\d/g, (digit) => String.fromCharCode(113 + Number(digit)));
}
