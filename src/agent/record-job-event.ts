import { isoTime, isoTimeOrNull } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import { type EventDeps, recordEvent } from "../platform/events/record-event.ts";
import { findAgentJobById } from "./store.ts";

const promptLengthMax = 500;

/** Reports the end of a job, in the transaction that ends it. */
export async function recordJobEvent(deps: EventDeps, tx: Connection, id: string): Promise<void> {
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
