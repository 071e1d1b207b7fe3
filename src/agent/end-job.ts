import { type EventDeps, recordEvent } from "../activity/events/record-event.ts";
import { isoTime, isoTimeOrNull } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import type { AgentFailure } from "./agent-failure.ts";
import { appendEvent, findAgentJobById, moveAgentJob } from "./store.ts";
import type { TurnEnd } from "./turn.ts";

/** Stores the pull request link together with the end of the job, so that both become visible at once. */
export async function completeJob(deps: EventDeps, tx: Connection, jobId: string, end: TurnEnd): Promise<void> {
  const now = deps.clock.now();
  const { outcome, summary, prLink, model, refusal } = end;
  const text = prLink === undefined ? summary : `${summary} ${prLink}`;
  await appendEvent(
    tx,
    jobId,
    "end",
    { outcome, text, ...(refusal && { help: refusal.help, offers: refusal.offers }) },
    now,
  );
  await moveAgentJob(tx, jobId, "completed", summary, now, { outcome, model, prLink });
  await recordJobEvent(deps, tx, jobId);
}

export async function failJob(deps: EventDeps, tx: Connection, jobId: string, failure: AgentFailure): Promise<void> {
  const { kind, message } = failure;
  const now = deps.clock.now();
  await appendEvent(tx, jobId, "end", { outcome: "failed", kind, text: message }, now);
  await moveAgentJob(tx, jobId, "failed", message, now, { outcome: "failed" });
  await recordJobEvent(deps, tx, jobId);
}

const promptLengthMax = 500;

/** Reports the end of a job, in the transaction that ends it. */
async function recordJobEvent(deps: EventDeps, tx: Connection, id: string): Promise<void> {
  const job = await findAgentJobById(tx, id);
  if (job?.status !== "completed" && job?.status !== "failed") return;
  const { status, outcome, summary, prompt, prLink, createdAt, endedAt } = job;
  await recordEvent(deps, tx, {
    type: status === "completed" ? "job.completed" : "job.failed",
    projectId: job.projectId,
    subject: id,
    data: {
      job: {
        id,
        status,
        outcome,
        summary,
        prompt: prompt.slice(0, promptLengthMax),
        prLink,
        createdAt: isoTime(createdAt),
        endedAt: isoTimeOrNull(endedAt),
      },
    },
  });
}
