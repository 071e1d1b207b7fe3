import { writeTaskPrompt } from "../contract/agent-tasks.ts";
import type { NewAgentJob } from "../contract/schemas.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import type { Services } from "../platform/services.ts";
import type { Project } from "../projects/store.ts";
import { type AgentJob, newAgentJob, rulesModel } from "./agent-job.ts";
import { completeJob } from "./end-job.ts";
import { insertMessage, readWaiting } from "./message-store.ts";
import { refusePrompt } from "./rules/refuse-prompt.ts";
import { appendEvent, findAgentJobById, insertAgentJob, moveAgentJob } from "./store.ts";
import { type AgentTurn, findLastTurn, insertTurn, listActiveTurns } from "./turn-store.ts";

export const agentJobKind = "agent.run";

export type CreateJobDeps = Pick<Services, "clock" | "queue">;

/**
 * Inserts the job and enqueues its work in the caller's transaction. Without a language model, the prompt is read first:
 * a job that has nothing to do ends at once, before anything is fetched.
 */
export async function createJob(
  { queue, clock }: CreateJobDeps,
  tx: Connection,
  project: Project,
  request: NewAgentJob,
  /** Who wrote the prompt, and the default if the request doesn't name a model. */
  { promptedBy = null, model }: { promptedBy?: string | null; model?: string } = {},
): Promise<AgentJob> {
  const job = newAgentJob(project, { ...request, prompt: promptOf(request) }, clock, model);
  await insertAgentJob(tx, job);
  await appendEvent(tx, job.id, "message", { role: "user", text: job.prompt }, job.createdAt);
  const turn = await insertTurn(tx, job.id, { ...job, promptedBy, now: job.createdAt });
  const refusal = job.model === rulesModel ? refusePrompt(job.prompt) : undefined;
  if (refusal === undefined) {
    await enqueueTurn({ queue }, tx, job.id, turn);
    return job;
  }
  const end = { outcome: "not_understood", summary: refusal.summary } as const;
  await completeJob({ queue, clock }, tx, job.id, { ...end, model: job.model, refusal });
  return { ...job, ...end, status: "completed", endedAt: job.createdAt };
}

/** A task is asked for in the same words as a prompt, so that everything else sees one kind of job. */
export function promptOf({ prompt, task }: NewAgentJob): string {
  if ((prompt === undefined) === (task === undefined)) {
    throw new AppError("bad_request", 'Send either "prompt" or "task".');
  }
  const asked = task === undefined ? { prompt: prompt ?? "" } : writeTaskPrompt(task);
  if ("why" in asked) throw new AppError("bad_request", asked.why);
  return asked.prompt;
}

/**
 * Sends a follow-up to a finished job, which becomes active again and continues where it stopped. The model of a running
 * job reads it before its next step.
 */
export async function sendMessage(
  { queue, clock }: CreateJobDeps,
  tx: Connection,
  job: AgentJob,
  prompt: string,
  promptedBy: string | null,
): Promise<AgentJob> {
  const now = clock.now();
  if (job.status === "active" && job.model !== rulesModel) {
    // The event locks the row of the job, so that it can't end before the message is stored.
    await appendEvent(tx, job.id, "message", { role: "user", text: prompt }, now);
    const current = (await findAgentJobById(tx, job.id)) ?? job;
    const last = await findLastTurn(tx, job.id);
    if (current.status === "active" && last !== undefined) {
      if (!(await insertMessage(tx, last, { text: prompt, promptedBy, now }))) {
        throw new AppError("conflict", "Too many messages are waiting; send more when the model has read them.");
      }
      return current;
    }
    return startTurn({ queue, clock }, tx, current, { prompt, promptedBy });
  }
  await appendEvent(tx, job.id, "message", { role: "user", text: prompt }, now);
  return startTurn({ queue, clock }, tx, job, { prompt, promptedBy });
}

/** Messages that arrived too late for the model become the next prompt, in the transaction that ends the job. */
export async function continueWithMessages(deps: CreateJobDeps, tx: Connection, turn: AgentTurn): Promise<void> {
  const waiting = await readWaiting(tx, turn);
  const job = waiting.length === 0 ? undefined : await findAgentJobById(tx, turn.jobId);
  if (job === undefined) return;
  const prompt = waiting.map(({ text }) => text).join("\n\n");
  await startTurn(deps, tx, job, { prompt, promptedBy: waiting[0]?.promptedBy ?? null });
}

async function startTurn(
  { queue, clock }: CreateJobDeps,
  tx: Connection,
  job: AgentJob,
  { prompt, promptedBy }: { prompt: string; promptedBy: string | null },
): Promise<AgentJob> {
  const now = clock.now();
  await moveAgentJob(tx, job.id, "active", "Waiting for a worker.", now);
  await enqueueTurn({ queue }, tx, job.id, await insertTurn(tx, job.id, { prompt, promptedBy, now }));
  return { ...job, status: "active", outcome: null, summary: null, startedAt: null, endedAt: null };
}

/** Archives a job for good. A running job is canceled: its worker notices soon and can no longer complete it. */
export async function archiveJob({ queue, clock }: CreateJobDeps, tx: Connection, job: AgentJob): Promise<AgentJob> {
  const now = clock.now();
  const isCanceled = job.status === "active";
  const text = isCanceled ? "The job was canceled and archived." : "The job was archived.";
  // Change the status first: if there are two concurrent requests, only one gets past this line.
  await moveAgentJob(tx, job.id, "archived", text, now);
  if (isCanceled) {
    const last = await findLastTurn(tx, job.id);
    await queue.cancel(tx, agentJobKind, queueId(job.id, last?.turn ?? 1));
    await appendEvent(tx, job.id, "end", { outcome: "archived", text }, now);
  }
  const { summary, endedAt } = job;
  return { ...job, status: "archived", archivedAt: now, summary: isCanceled ? text : summary, endedAt: endedAt ?? now };
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

/** Enqueues one turn. Each turn has its own queue entry, and the turns of a job never run concurrently. */
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

function queueId(jobId: string, turn: number): string {
  return turn === 1 ? jobId : `${jobId}/${turn}`;
}
