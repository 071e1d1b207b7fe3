import { defineCounter } from "../platform/measures/measure.ts";
import { describeWait, type JobHandler, PermanentFailure, type RunningJob } from "../platform/queue/handler.ts";
import { findProjectById } from "../projects/store.ts";
import { enqueueAnnouncement } from "./after-publish.ts";
import type { BuildDeps } from "./build-artifact.ts";
import { buildUpdate } from "./build-update.ts";
import { explainFailure } from "./explain-failure.ts";
import { appendLog } from "./log-store.ts";
import { recordUpdateEvent } from "./record-update-event.ts";
import { removeTrees } from "./remove-trees.ts";
import { runRollback } from "./roll-back.ts";
import { createStepLog } from "./steps/step-log.ts";
import { findUpdate, moveUpdate, recordFailureCause } from "./store.ts";
import { isEnded } from "./update.ts";
import { listRunningBatch, startBatch } from "./update-batch.ts";
import { UpdateLog } from "./update-log.ts";

const attemptsMax = 3;

const updates = defineCounter(
  "lectern_updates_total",
  "Updates that ended, by outcome: success, failure (the author can fix it), or error (the server, or something it needs, failed).",
  { outcome: ["success", "failure", "error"] },
);

/**
 * Directs an update. Its state is written only here and by the two ways to publish it: a build and a rollback. The
 * steps know nothing about the state.
 */
export function updateHandler(deps: BuildDeps): JobHandler {
  const { clock } = deps;
  return {
    attemptsMax,
    run: (job) => runUpdate(deps, job),
    async onWait(tx, job, message, delaySeconds) {
      const update = await findUpdate(tx, String(job.payload.updateId));
      for (const { id } of update === undefined ? [] : await listRunningBatch(tx, update)) {
        await appendLog(tx, id, [describeWait(message, delaySeconds)], clock.now());
      }
    },
    cleanUp: ({ group: projectId }) => removeTrees(deps.treesFolder, projectId),
    async giveUp(tx, job, reason, cause) {
      const update = await findUpdate(tx, String(job.payload.updateId));
      if (update === undefined) {
        return;
      }
      const project = await findProjectById(tx, update.projectId);
      const failed = await listRunningBatch(tx, update);
      for (const { id } of failed) {
        await moveUpdate(tx, id, "failure", reason, clock.now());
        await recordFailureCause(tx, id, cause === "permanent" ? null : cause);
        if (project !== undefined) await recordUpdateEvent(deps, tx, project, id);
      }
      updates.add({ outcome: cause === "permanent" ? "failure" : "error" }, failed.length);
      if (project !== undefined && update.branch !== project.branch) {
        await enqueueAnnouncement(deps, tx, project.id, update.id);
      }
    },
  };
}

async function runUpdate(deps: BuildDeps, job: RunningJob): Promise<void> {
  const { database, clock, log } = deps;
  const update = await findUpdate(database.query, String(job.payload.updateId));
  // The update was canceled or built together with an earlier one.
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
      ? runRollback(deps, flushed, { project, update }, stepLog)
      : buildUpdate(deps, flushed, { project, update, batch }, stepLog));
    updates.add({ outcome: "success" }, ids.length);
    log.info({ updateId: update.id, summary }, "update ended");
  } catch (error) {
    const failure = explainFailure(error, job.attempt >= attemptsMax);
    if (!(failure instanceof PermanentFailure)) {
      throw failure;
    }
    const { message, isInternal } = failure;
    const lines = message.split("\n");
    for (const line of job.signal.aborted ? [] : lines) {
      stepLog.line(`error: ${line}`);
    }
    throw new PermanentFailure(lines[0] ?? message, { cause: error, isInternal });
  } finally {
    await updateLog.flush();
  }
}
