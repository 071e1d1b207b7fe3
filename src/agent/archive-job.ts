import type { Connection } from "../platform/db/database.ts";
import type { AgentJob } from "./agent-job.ts";
import { agentJobKind, type CreateJobDeps, queueId } from "./create-job.ts";
import { appendEvent, moveAgentJob } from "./store.ts";
import { findLastTurn } from "./turn-store.ts";

/** Puts a job away for good. One that runs is cancelled: its worker learns of it soon, and can no longer end it. */
export async function archiveJob({ queue, clock }: CreateJobDeps, tx: Connection, job: AgentJob): Promise<AgentJob> {
  const now = clock.now();
  const isCancelled = job.status === "active";
  const text = isCancelled ? "The job was cancelled and archived." : "The job was archived.";
  // The move first: two that archive at the same time meet here, and only one of them goes on.
  await moveAgentJob(tx, job.id, "archived", text, now);
  if (isCancelled) {
    const last = await findLastTurn(tx, job.id);
    await queue.cancel(tx, agentJobKind, queueId(job.id, last?.turn ?? 1));
    await appendEvent(tx, job.id, "end", { outcome: "archived", text }, now);
  }
  return { ...job, status: "archived", archivedAt: now };
}
