import type { EventConsumer } from "../../activity/events/dispatch-events.ts";
import type { CodeHost } from "../../code-hosts/code-host.ts";
import type { JobHandler, RunningJob } from "../../platform/queue/handler.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import type { Services } from "../../platform/services.ts";
import { findProjectById, type Project } from "../../projects/store.ts";
import type { AgentJob } from "../agent-job.ts";
import { harmless } from "../model/model-report.ts";
import { refusePrompt } from "../rules/refuse-prompt.ts";
import { findAgentJobById } from "../store.ts";
import { findLastCommit, findLastTurn, type TurnReport } from "../turn-store.ts";
import type { ChatPlace, CodeHostPlace, RequestPlace } from "./agent-request.ts";
import { type RecordRequestDeps, recordFailedCheck } from "./record-request.ts";
import { type AgentRequest, listWorking, updateRequest } from "./request-store.ts";

export const agentAnswerKind = "agent.answer";

interface AnswerRequestsDeps extends Pick<Services, "database" | "log"> {
  /** Runs work with a project's code host, if the project may write there. Refused reports are logged. */
  withHost(project: Project, signal: AbortSignal, report: (host: CodeHost) => Promise<void>): Promise<void>;
  /** Posts a message in a chat. The key is the same for every attempt. */
  postMessage(
    project: Project,
    place: ChatPlace,
    message: { key: string; text: string; isRepeat: boolean },
    signal: AbortSignal,
  ): Promise<void>;
}

/** A preview of the agent's branch that can't be built is a failed check, too. */
export function failedPreviewConsumer(deps: RecordRequestDeps): EventConsumer {
  return async (tx, event) => {
    if (event.type !== "update.failed" || !event.data.update.isPreview) return;
    const { branch, summary, problems } = event.data.update;
    const project = await findProjectById(tx, event.projectId);
    // Without problems, the build didn't get far enough to say anything about the pages.
    if (project === undefined || problems === null) return;
    await recordFailedCheck(deps, tx, project, { branch, name: "lectern/preview", url: null, report: summary });
  };
}

/** Enqueues the answers to those who wait for a job, in the transaction that dispatches its end. */
export function answerConsumer({ queue }: { queue: Pick<Queue, "enqueue"> }): EventConsumer {
  return async (tx, event) => {
    if (event.type !== "job.completed" && event.type !== "job.failed") return;
    if ((await listWorking(tx, event.subject)).length === 0) return;
    const payload = { jobId: event.subject };
    await queue.enqueue(tx, { id: event.id, kind: agentAnswerKind, group: event.subject, payload });
  };
}

export function agentAnswerHandler(deps: AnswerRequestsDeps): JobHandler {
  return {
    attemptsMax: 5,
    run: (running) => answerRequests(deps, running),
    giveUp: async (_tx, { payload }, reason) =>
      deps.log.warn({ jobId: payload.jobId, reason }, "could not answer a comment"),
  };
}

/** Answers each discussion once. The key of an answer makes repeating it harmless. */
async function answerRequests(deps: AnswerRequestsDeps, { payload, signal, attempt }: RunningJob): Promise<void> {
  const { query } = deps.database;
  const job = await findAgentJobById(query, String(payload.jobId));
  const project = job && (await findProjectById(query, job.projectId));
  // A message that came too late for the model continues the job, whose next end answers all of them.
  if (job === undefined || project === undefined || job.status === "active") return;
  const report = job.outcome === "changed" ? (await findLastCommit(query, job.id))?.report : undefined;
  const last = await findLastTurn(query, job.id);
  const help = job.outcome === "not_understood" && last ? (refusePrompt(last.prompt)?.help ?? []) : [];
  for (const asked of byDiscussion(await listWorking(query, job.id))) {
    const [first] = asked;
    if (first === undefined) continue;
    const { place } = first;
    const key = first.id.replace("_", "-");
    if (place.on === "slack") {
      const message = { key, text: describeEnd(job, undefined, help), isRepeat: attempt > 1 };
      await deps.postMessage(project, place, message, signal);
    } else {
      const body = describeEnd(job, place.on === "issue" ? undefined : report, help);
      await deps.withHost(project, signal, (host) => answerComment(host, place, { key, body }, signal));
    }
    await deps.database.transaction(async (tx) => {
      for (const { id } of asked) await updateRequest(tx, id, { status: "answered" });
    });
  }
}

async function answerComment(
  host: CodeHost,
  { on, number, thread }: CodeHostPlace,
  answer: { key: string; body: string },
  signal: AbortSignal,
): Promise<void> {
  await host.comment({ ...answer, number, isOnIssue: on === "issue", thread }, signal);
}

/** The requests of one discussion get one answer. */
function byDiscussion(requests: readonly AgentRequest[]): AgentRequest[][] {
  return [...Map.groupBy(requests, ({ place }) => discussionOf(place)).values()];
}

function discussionOf(place: RequestPlace): string {
  if (place.on === "slack") return `${place.channel} ${place.thread}`;
  return JSON.stringify([place.on, place.number, place.thread ?? null]);
}

/** The end of a job as Markdown. */
function describeEnd(
  { outcome, summary, prLink }: AgentJob,
  report: TurnReport | undefined,
  help: readonly string[],
): string {
  const text = harmless(summary ?? "The job has ended.");
  if (report !== undefined) return `**${report.title}**\n\n${report.body}`;
  const lines = help.map((line) => `- ${line}`).join("\n");
  const tasks = help.length === 0 ? "" : `\n\nTo start a task, reply with the text before the dash:\n\n${lines}`;
  if (outcome === "failed") return `That didn't work: ${text}`;
  return `${text}${tasks}${prLink === null || outcome !== "changed" ? "" : `\n\n${prLink}`}`;
}
