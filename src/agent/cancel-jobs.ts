import type { Connection } from "../platform/db/database.ts";
import type { Queue } from "../platform/queue/queue.ts";
import { agentJobKind, queueId } from "./create-job.ts";
import { listActiveTurns } from "./turn-store.ts";

/** Cancels all jobs of a project that is being removed. Their workers notice soon and can no longer complete them. */
export async function cancelJobs({ queue }: { queue: Queue }, tx: Connection, projectId: string): Promise<void> {
  for (const { jobId, turn } of await listActiveTurns(tx, projectId)) {
    await queue.cancel(tx, agentJobKind, queueId(jobId, turn));
  }
}
