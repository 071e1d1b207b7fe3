import type { Connection } from "../platform/db/database.ts";
import type { Queue } from "../platform/queue/queue.ts";
import { agentJobKind, queueId } from "./create-job.ts";
import { listActiveTurns } from "./turn-store.ts";

/** Stops all work for a project that goes away: the worker of a job learns of it soon, and can no longer end it. */
export async function cancelJobs({ queue }: { queue: Queue }, tx: Connection, projectId: string): Promise<void> {
  for (const { jobId, turn } of await listActiveTurns(tx, projectId)) {
    await queue.cancel(tx, agentJobKind, queueId(jobId, turn));
  }
}
