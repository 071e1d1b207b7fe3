import { agentAuthor } from "../agent/agent-job.ts";
import { type GapDeps, listOpenGroups, prepareGap, startGap } from "../evaluate/gaps/start-gap.ts";
import type { Connection } from "../platform/db/database.ts";
import type { JobHandler, RunningJob } from "../platform/queue/handler.ts";
import type { Queue } from "../platform/queue/queue.ts";
import { findProjectById } from "../projects/store.ts";
import { updateRun } from "./store.ts";

export const answerQuestionsKind = "automations.answer";

/** Enqueues the search for the largest group of questions, in the transaction that starts the run. */
export async function enqueueAnswer(
  { queue }: { queue: Pick<Queue, "enqueue"> },
  tx: Connection,
  { id, projectId }: { id: string; projectId: string },
): Promise<void> {
  const payload = { runId: id, projectId };
  await queue.enqueue(tx, { id, kind: answerQuestionsKind, group: projectId, payload });
}

export function answerQuestionsHandler(deps: GapDeps): JobHandler {
  return {
    attemptsMax: 3,
    run: (job) => answerQuestions(deps, job),
    giveUp: (tx, { payload }, summary) =>
      updateRun(tx, String(payload.runId), { status: "failed", summary, endedAt: deps.clock.now() }),
  };
}

async function answerQuestions(deps: GapDeps, { payload, signal, finish }: RunningJob): Promise<void> {
  const { database, clock } = deps;
  const runId = String(payload.runId);
  const project = await findProjectById(database.query, String(payload.projectId));
  if (project === undefined) return;
  const [group] = await listOpenGroups(deps, database.query, project.id);
  if (group === undefined) {
    const summary = "There are no unanswered questions that nobody works on.";
    const ended = { status: "completed", outcome: "unchanged", summary, endedAt: clock.now() } as const;
    return finish((tx) => updateRun(tx, runId, ended));
  }
  const prepared = await prepareGap(deps, project, group.questions, { as: undefined, signal });
  await finish(async (tx) => {
    const { jobId, subject } = await startGap(deps, tx, prepared, { ...agentAuthor, id: "" });
    const draft = {
      status: "completed",
      summary: `Opened the draft “Answer: ${subject}”.`,
      endedAt: clock.now(),
    } as const;
    await updateRun(tx, runId, jobId === null ? draft : { jobId });
  });
}
