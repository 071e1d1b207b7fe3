import type { Connection } from "../platform/db/database.ts";
import type { AgentJob } from "./agent-job.ts";
import { agentJobKind, type CreateJobDeps, queueId } from "./create-job.ts";
import { appendEvent, moveAgentJob } from "./store.ts";
import { findLastTurn, listActiveTurns } from "./turn-store.ts";

/** Archives a job for good. A running job is canceled: its worker notices soon and can no longer complete it. */
export async function archiveJob({ queue, clock }: CreateJobDeps, tx: Connection, job: AgentJob): Promise<AgentJob> {
  const now = clock.now();
  const isCanceled = job.status === "active";
  const text = isCanceled ? "The job was canceled and archived." : "The job was archived.";
  // Change the status first: of two concurrent requests only one gets past this line.
  await moveAgentJob(tx, job.id, "archived", text, now);
  if (isCanceled) {
    const last = await findLastTurn(tx, job.id);
    await queue.cancel(tx, agentJobKind, queueId(job.id, last?.turn ?? 1));
    await appendEvent(tx, job.id, "end", { outcome: "archived", text }, now);
  }
  const { summary, endedAt } = job;
  return { ...job, status: "archived", archivedAt: now, summary: summary ?? text, endedAt: endedAt ?? now };
}

/** Cancels all jobs of a project that is being removed. Their workers notice soon and can no longer complete them. */
export async function cancelJobs(
  { queue }: Pick<CreateJobDeps, "queue">,
  tx: Connection,
  projectId: string,
): Promise<void> {
  for (const { jobId, turn } of await listActiveTurns(tx, projectId)) {
    await queue.cancel(tx, agentJobKind, queueId(jobId, turn));
  }
}
