import type { NewAgentJob } from "../contract/schemas.ts";
import type { Connection } from "../platform/db/database.ts";
import type { Services } from "../platform/services.ts";
import type { Project } from "../projects/store.ts";
import { type AgentJob, newAgentJob } from "./agent-job.ts";
import { appendEvent, insertAgentJob, moveAgentJob } from "./store.ts";
import { insertTurn } from "./turn-store.ts";

export const agentJobKind = "agent.run";

export type CreateJobDeps = Pick<Services, "clock" | "queue">;

/** Inserts the job and enqueues its work in the caller's transaction. */
export async function createJob(
  { queue, clock }: CreateJobDeps,
  tx: Connection,
  project: Project,
  request: NewAgentJob,
  /** The default if the request doesn't name a model. */
  model?: string,
): Promise<AgentJob> {
  const job = newAgentJob(project, request, clock, model);
  await insertAgentJob(tx, job);
  await appendEvent(tx, job.id, "message", { role: "user", text: job.prompt }, job.createdAt);
  await enqueueTurn({ queue }, tx, job.id, await insertTurn(tx, job.id, job.prompt, job.createdAt));
  return job;
}

/** Sends a follow-up to a finished job, which becomes active again and continues where it stopped. */
export async function sendMessage(
  { queue, clock }: CreateJobDeps,
  tx: Connection,
  job: AgentJob,
  prompt: string,
): Promise<AgentJob> {
  const now = clock.now();
  await moveAgentJob(tx, job.id, "active", "Waiting for a worker.", now);
  await appendEvent(tx, job.id, "message", { role: "user", text: prompt }, now);
  await enqueueTurn({ queue }, tx, job.id, await insertTurn(tx, job.id, prompt, now));
  return { ...job, status: "active", outcome: null, summary: null, startedAt: null, endedAt: null };
}

/** Each turn is its own queue entry. Turns of one job never run concurrently. */
export async function enqueueTurn(
  { queue }: Pick<CreateJobDeps, "queue">,
  tx: Connection,
  jobId: string,
  turn: number,
): Promise<void> {
  await queue.enqueue(tx, {
    id: queueId(jobId, turn),
    kind: agentJobKind,
    group: jobId,
    payload: { jobId, turn },
  });
}

export function queueId(jobId: string, turn: number): string {
  return turn === 1 ? jobId : `${jobId}/${turn}`;
}
