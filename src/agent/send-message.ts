import type { Connection } from "../platform/db/database.ts";
import type { AgentJob } from "./agent-job.ts";
import { type CreateJobDeps, enqueueTurn } from "./create-job.ts";
import { appendEvent, moveAgentJob } from "./store.ts";
import { insertTurn } from "./turn-store.ts";

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
