import { GitError } from "../git/git-error.ts";
import { AppError } from "../platform/errors.ts";
import { type JobHandler, PermanentFailure, type RunningJob } from "../platform/queue/handler.ts";
import { findProjectById } from "../projects/store.ts";
import { BuildFailure } from "../site/ground/build-problem.ts";
import { enqueueAnnouncement } from "./after-publish.ts";
import { type BuildUpdateDeps, buildUpdate, removeTrees } from "./build-update.ts";
import { runRollback } from "./roll-back.ts";
import { createStepLog } from "./steps/step-log.ts";
import { findUpdate, moveUpdate } from "./store.ts";
import { isEnded } from "./update.ts";
import { listRunningBatch, startBatch } from "./update-batch.ts";
import { UpdateLog } from "./update-log.ts";

const attemptsMax = 3;

/** The director of an update. Only it and the two ways to publish write the update's state; the steps don't know it. */
export function updateHandler(deps: BuildUpdateDeps): JobHandler {
  const { clock } = deps;
  return {
    attemptsMax,
    run: (job) => runUpdate(deps, job),
    async giveUp(tx, job, reason) {
      const update = await findUpdate(tx, String(job.payload.updateId));
      if (update === undefined) {
        return;
      }
      for (const { id } of await listRunningBatch(tx, update)) {
        await moveUpdate(tx, id, "failure", reason, clock.now());
      }
      const project = await findProjectById(tx, update.projectId);
      if (project !== undefined && update.branch !== project.branch) {
        await enqueueAnnouncement(deps, tx, project.id, update.id);
      }
      // If the worker died during the last attempt, its work tree is still there.
      await removeTrees(deps.treesFolder, update.projectId);
    },
  };
}

async function runUpdate(deps: BuildUpdateDeps, job: RunningJob): Promise<void> {
  const { database, clock, log } = deps;
  const update = await findUpdate(database.query, String(job.payload.updateId));
  // Canceled, or built together with an earlier one.
  if (update === undefined || isEnded(update.status)) {
    return;
  }
  const project = await findProjectById(database.query, update.projectId);
  if (project === undefined) {
    throw new PermanentFailure("The project was removed.");
  }
  const batch = await database.transaction((tx) => startBatch(tx, update, clock.now()));
  const ids = batch.map(({ id }) => id);
  const updateLog = new UpdateLog(database, clock, ids, (error) => log.warn({ error, ids }, "lost log lines"));
  const stepLog = createStepLog((line) => updateLog.write(line));
  if (ids.length > 1) {
    stepLog.line(`${ids.length} updates of this branch were queued and are built together.`);
  }
  // Clients that poll for the end read the log right then, so it must be complete before the status changes.
  const flushed: RunningJob = {
    ...job,
    async finish(work) {
      await updateLog.flush();
      await job.finish(work);
    },
  };
  try {
    const summary = await (update.kind === "rollback"
      ? runRollback(deps, flushed, update, stepLog)
      : buildUpdate(deps, flushed, { project, update, batch }, stepLog));
    log.info({ updateId: update.id, summary }, "update ended");
  } catch (error) {
    const message = messageForAuthor(error, job.attempt >= attemptsMax);
    if (message === undefined) {
      throw error;
    }
    const lines = message.split("\n");
    for (const line of job.signal.aborted ? [] : lines) {
      stepLog.line(`error: ${line}`);
    }
    throw new PermanentFailure(lines[0] ?? message, { cause: error });
  } finally {
    await updateLog.flush();
  }
}

/**
 * What the log says about a failure; undefined for one that is not the author's to fix. Authors' mistakes are not retried;
 * failures that may pass are reported after the last attempt.
 */
function messageForAuthor(error: unknown, isLastAttempt: boolean): string | undefined {
  if (error instanceof BuildFailure || error instanceof PermanentFailure) {
    return error.message;
  }
  if (error instanceof GitError && ["not-found", "auth", "refused", "too-large"].includes(error.kind)) {
    return error.message;
  }
  if ((error instanceof GitError && error.kind !== "aborted") || error instanceof AppError) {
    return isLastAttempt ? error.message : undefined;
  }
  return undefined;
}
