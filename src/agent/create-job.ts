import type { NewAgentJob } from "../contract/schemas.ts";
import type { Clock } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import type { Queue } from "../platform/queue/queue.ts";
import type { Project } from "../projects/store.ts";
import { type AgentJob, newAgentJob } from "./agent-job.ts";
import { insertAgentJob } from "./store.ts";

export const agentJobKind = "agent.run";

/** Records the job and enqueues its work; both exist when the caller's transaction commits, or neither. */
export async function createJob(
  { queue, clock }: { queue: Queue; clock: Clock },
  tx: Connection,
  project: Project,
  request: NewAgentJob,
): Promise<AgentJob> {
  const job = newAgentJob(project, request, clock);
  await insertAgentJob(tx, job);
  await queue.enqueue(tx, { id: job.id, kind: agentJobKind, group: project.id, payload: { jobId: job.id } });
  return job;
}
