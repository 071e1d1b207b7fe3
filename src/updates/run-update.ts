import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/log.ts";
import type { JobHandler } from "../platform/queue/handler.ts";
import { moveUpdate } from "./store.ts";
import { UpdateLog } from "./update-log.ts";

const attemptsMax = 3;
const cannotBuild =
  "This version of Lectern records updates but cannot build sites yet, so nothing was published; upgrade to build them.";

/** The director of an update: it alone writes its state. */
export function updateHandler({ database, clock, log }: { database: Database; clock: Clock; log: Log }): JobHandler {
  return {
    attemptsMax,
    async run(job) {
      const updateId = String(job.payload.updateId);
      const updateLog = new UpdateLog(database, clock, updateId, (error) =>
        log.warn({ error, updateId }, "log line lost"),
      );
      if (job.attempt === 1) {
        await database.transaction((tx) =>
          moveUpdate(tx, updateId, "in_progress", "The update is running.", clock.now()),
        );
      }
      updateLog.write(cannotBuild);
      await updateLog.flush();
      await job.finish((tx) => moveUpdate(tx, updateId, "failure", cannotBuild, clock.now()));
    },
    giveUp: (tx, job, reason) => moveUpdate(tx, String(job.payload.updateId), "failure", reason, clock.now()),
  };
}
