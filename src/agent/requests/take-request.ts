import { CodeHostError, isTransient, waitForHost } from "../../code-hosts/code-host-error.ts";
import type { Transaction } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { type JobHandler, RetryLater, type RunningJob } from "../../platform/queue/handler.ts";
import type { Services } from "../../platform/services.ts";
import { findProjectById, type Project } from "../../projects/store.ts";
import { type AgentJob, rulesModel } from "../agent-job.ts";
import { createJob, sendMessage } from "../create-job.ts";
import { findAgentJobById } from "../store.ts";
import type { RunAgentDeps } from "../turn.ts";
import { type ChatPlace, type CodeHostPlace, isMentioned, promptOfComment } from "./agent-request.ts";
import { type AgentRequest, findJobOfPullRequest, findRequest, updateRequest } from "./request-store.ts";

export interface TakeRequestDeps
  extends Pick<Services, "clock" | "database" | "queue" | "log">,
    Pick<RunAgentDeps, "chooseCodeHost"> {
  /** The name of the server's language model; empty without one. */
  modelName(tx: Transaction): Promise<string>;
  /** Answers a message of a chat, or starts the work that it asks for. */
  takeMessage(project: Project, request: ChatRequest, running: RunningJob): Promise<void>;
}

/** A message of a chat. */
export interface ChatRequest extends AgentRequest {
  place: ChatPlace;
}

/** The work that a request asks for. */
interface AskedWork {
  /** The job to continue. */
  jobId: string | undefined;
  /** The branch to start from. */
  ref?: string | undefined;
  prompt(model: string): string;
}

const attemptsMax = 5;
const busySeconds = 5;

/** Starts the work on a request, if its author may ask for it. */
export function agentRequestHandler(deps: TakeRequestDeps): JobHandler {
  return {
    attemptsMax,
    run: (running) => takeRequest(deps, running),
    async giveUp(tx, { payload }, reason) {
      deps.log.warn({ requestId: payload.id, reason }, "could not work on a comment");
      await updateRequest(tx, String(payload.id), { status: "ignored" });
    },
  };
}

async function takeRequest(deps: TakeRequestDeps, running: RunningJob): Promise<void> {
  const { query } = deps.database;
  const request = await findRequest(query, String(running.payload.id));
  const project = request && (await findProjectById(query, request.projectId));
  if (request?.status !== "waiting" || project === undefined) return;
  const { place } = request;
  if (place.on === "slack") return deps.takeMessage(project, { ...request, place }, running);
  const work = await readComment(deps, project, { ...request, place }, running.signal).catch((error: unknown) => {
    if (!(error instanceof CodeHostError)) throw error;
    if (isTransient(error)) throw waitForHost(error);
    deps.log.info({ error, requestId: request.id }, "the host doesn't let the agent read a comment");
    return undefined;
  });
  await running.finish(async (tx) => {
    if (work === undefined) return updateRequest(tx, request.id, { status: "ignored" });
    await startWork(deps, tx, project, request, work);
  });
}

/** Starts a job or its follow-up, whose end answers the request. */
export async function startWork(
  deps: Pick<TakeRequestDeps, "clock" | "queue" | "modelName">,
  tx: Transaction,
  project: Project,
  { id, promptedBy }: AgentRequest,
  { jobId, ref, prompt }: AskedWork,
): Promise<string> {
  const known = jobId === undefined ? undefined : await findAgentJobById(tx, jobId);
  const job = known?.status === "archived" ? undefined : known;
  const model = job?.model ?? ((await deps.modelName(tx)) || rulesModel);
  const started =
    job === undefined
      ? await createJob(
          deps,
          tx,
          project,
          { prompt: prompt(model), ...(ref !== undefined && { ref }) },
          { promptedBy, model },
        )
      : await continueJob(deps, tx, job, prompt(model), promptedBy);
  await updateRequest(tx, id, { status: "working", jobId: started.id });
  return started.id;
}

async function continueJob(
  deps: Pick<TakeRequestDeps, "clock" | "queue">,
  tx: Transaction,
  job: AgentJob,
  prompt: string,
  promptedBy: string | null,
): Promise<AgentJob> {
  const wait = (cause?: unknown) => new RetryLater("The job is at work.", { afterSeconds: busySeconds, cause });
  if (job.status === "active" && job.model === rulesModel) throw wait();
  try {
    return await sendMessage(deps, tx, job, prompt, promptedBy);
  } catch (error) {
    // Many messages are waiting, or the job has just ended.
    throw error instanceof AppError && error.code === "conflict" ? wait(error) : error;
  }
}

/** Undefined if there is nothing to do. */
async function readComment(
  deps: TakeRequestDeps,
  project: Project,
  request: AgentRequest & { place: CodeHostPlace },
  signal: AbortSignal,
): Promise<AskedWork | undefined> {
  const { place } = request;
  const { on, number, account, check } = place;
  const host = await deps.chooseCodeHost(project, signal);
  if (account !== undefined && !(await host.mayWrite(account, signal))) return undefined;
  const job = on === "issue" ? undefined : await findJobOfPullRequest(deps.database.query, project.id, number);
  const isOpen = on === "pull-request" && (await host.readPullRequestStatus(number, signal)) === "open";
  if (check !== undefined) {
    if (!isOpen) return undefined;
    const more = check.id === undefined ? "" : await host.readCheck(check.id, signal);
    const text = [request.text, more].filter((part) => part !== "").join("\n\n");
    return { jobId: job?.id, prompt: (model) => promptOfComment({ ...request, text }, model) };
  }
  const read = place.isReview && account !== undefined ? await host.readReview?.(number, account, signal) : undefined;
  const comments = read?.comments ?? [];
  const lines = comments.map(({ path, line, text }) => `${path}, line ${line}: ${text}`);
  const text = [request.text || read?.text || "", ...lines].filter((line) => line !== "").join("\n\n");
  if (text === "") return undefined;
  if (comments.length > 0) {
    const thread = { places: comments.map(({ path, line }) => ({ path, line })) };
    await updateRequest(deps.database.query, request.id, { place: { ...place, thread } });
  }
  // Comments on a pull request that was merged or closed are remarks, unless they ask the agent for something.
  const isFollowUp = isOpen && job !== undefined;
  if (!isFollowUp && !isMentioned(text)) return undefined;
  const ref = isOpen && job === undefined ? await host.findBranch(number, signal) : undefined;
  return {
    jobId: isFollowUp ? job.id : undefined,
    ref,
    prompt: (model) => promptOfComment({ ...request, text }, model),
  };
}
