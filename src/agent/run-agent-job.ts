import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "../git/worktree.ts";
import { isoTime } from "../platform/clock.ts";
import { describeWait, type JobHandler, PermanentFailure, type RunningJob } from "../platform/queue/handler.ts";
import { findProjectById, type Project } from "../projects/store.ts";
import { AgentFailure, toAgentFailure, toRetryLater } from "./agent-failure.ts";
import { type AgentJob, rulesModel } from "./agent-job.ts";
import { agentLimits } from "./agent-limits.ts";
import { continueWithMessages } from "./create-job.ts";
import { completeJob, failJob } from "./end-job.ts";
import { JobEvents } from "./job-events.ts";
import { ProviderDown, ProviderOutages } from "./model/provider-outages.ts";
import { runTurn } from "./run-turn.ts";
import { appendEvent, findAgentJobById, recordAgentWait, recordStart } from "./store.ts";
import type { AgentJobDeps, RunAgentDeps } from "./turn.ts";
import { findTurn } from "./turn-store.ts";

const attemptsMax = 5;
const internalFailure =
  "The job failed because of an internal error; see the server log. Send the job a message to try again.";

/** Runs an agent job. Only this handler writes the job's state. Completed steps are journaled and never repeated. */
export function agentJobHandler(deps: AgentJobDeps): JobHandler {
  // A pause ends even if the clock was ahead when it began.
  const outages = new ProviderOutages({ now: () => performance.now() });
  return {
    attemptsMax,
    run: async (job) => runJob({ ...deps, model: await deps.findModel(), outages }, job),
    async onWait(tx, job, message, delaySeconds) {
      const text = describeWait(message, delaySeconds);
      await appendEvent(tx, String(job.payload.jobId), "step", { step: "wait", text }, deps.clock.now());
    },
    async onEachWait(tx, job, message, delaySeconds) {
      const now = deps.clock.now();
      const nextTry = isoTime(now + delaySeconds * 1_000).slice("2026-03-02T".length, "2026-03-02T09:30:15".length);
      await recordAgentWait(tx, String(job.payload.jobId), `${message} Next try at ${nextTry} UTC.`, now);
    },
    cleanUp: ({ payload }) => removeFolders(deps.treesFolder, String(payload.jobId)),
    async giveUp(tx, job, reason, cause) {
      const found = await findAgentJobById(tx, String(job.payload.jobId));
      if (found?.status === "active") {
        const failure =
          cause === "outage" || cause === "deaths"
            ? new AgentFailure(
                cause === "outage" ? "time" : "internal",
                `${reason} Send the job a message to continue.`,
              )
            : new AgentFailure("internal", internalFailure);
        await failJob(deps, tx, found.id, failure);
      }
    },
  };
}

async function runJob(deps: RunAgentDeps, running: RunningJob): Promise<void> {
  const { database, clock, log } = deps;
  const job = await findAgentJobById(database.query, String(running.payload.jobId));
  const turn = job && (await findTurn(database.query, job.id, Number(running.payload.turn ?? 1)));
  // The job was archived, or another worker completed it.
  if (job?.status !== "active" || turn === undefined) {
    return;
  }
  const project = await findProjectById(database.query, job.projectId);
  if (project === undefined) {
    throw new PermanentFailure("The project was removed.");
  }
  await checkProvider(deps, job, project, running.signal);
  await database.transaction((tx) => recordStart(tx, job.id, clock.now()));
  const onLost = (error: unknown) => log.warn({ error, jobId: job.id }, "failed to store events of a job");
  const events = new JobEvents({ database, clock, onLost }, job.id);
  const tooLong = AbortSignal.timeout(agentLimits.turnSecondsMax * 1_000);
  const signal = AbortSignal.any([running.signal, tooLong]);
  const folder = join(deps.treesFolder, `${job.id}-${turn.turn}-${randomUUID()}`);
  try {
    events.hide(deps.model?.key);
    await removeFolders(deps.treesFolder, job.id);
    const location = await deps.locate(project, signal);
    for (const { location: code } of deps.codeOf(project)) events.hide(code.kind === "remote" ? code.token : undefined);
    events.hide(location.kind === "remote" ? location.token : undefined);
    const end = await runTurn(deps, { job, turn, project, location, events, folder, signal });
    await events.flush();
    // Remove the folder before the job ends, so that a later crash leaves nothing behind.
    await removeTree(folder);
    await running.finish(async (tx) => {
      await completeJob(deps, tx, job.id, end);
      await continueWithMessages(deps, tx, turn);
    });
    log.info({ jobId: job.id, outcome: end.outcome }, "agent job ended");
  } catch (error) {
    const isTooLong = tooLong.aborted && !running.signal.aborted;
    const failure = isTooLong
      ? new AgentFailure("time", tookTooLong)
      : toAgentFailure(error, running.attempt >= attemptsMax);
    if (failure === undefined || running.signal.aborted) {
      throw toRetryLater(recordOutage(deps, error));
    }
    log.info({ jobId: job.id, kind: failure.kind, error }, "agent job failed");
    await events.flush();
    await removeTree(folder);
    const cleaned = new AgentFailure(failure.kind, events.clean(failure.message));
    await running.finish(async (tx) => {
      await failJob(deps, tx, job.id, cleaned);
      await continueWithMessages(deps, tx, turn);
    });
  } finally {
    await events.close();
    await removeTree(folder);
  }
}

/** A job whose provider is down goes back to the queue at once, before anything is fetched. */
async function checkProvider(deps: RunAgentDeps, job: AgentJob, project: Project, signal: AbortSignal): Promise<void> {
  const { model, outages } = deps;
  if (model === undefined || job.model === rulesModel) return;
  const { silenceSeconds } = model;
  const ask = async () => {
    // Loaded lazily: servers without a model don't need it.
    const { probeProvider } = await import("./model/probe-provider.ts");
    await probeProvider(deps, model, { projectId: project.id, own: project.budgets, signal });
  };
  await outages.check(job.model, { askSeconds: silenceSeconds * 2, ask }).catch((error: unknown) => {
    // Budgets and keys are checked again by the job, which reports them.
    if (!(error instanceof AgentFailure)) throw recordOutage(deps, error);
  });
}

function recordOutage({ model, outages }: RunAgentDeps, error: unknown): unknown {
  return model !== undefined && error instanceof ProviderDown
    ? outages.record(model.choice.name, error, model.outageSeconds)
    : error;
}

// Only one turn of a job runs at a time, so existing folders were left by a dead worker.
async function removeFolders(folder: string, jobId: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const left = names.filter((name) => name.startsWith(`${jobId}-`));
  await Promise.all(left.map((name) => removeTree(join(folder, name))));
}

const tookTooLong = `The job took longer than ${agentLimits.turnSecondsMax / 60} minutes and was stopped. Ask for a smaller part of the work.`;
