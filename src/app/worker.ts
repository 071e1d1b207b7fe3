import { agentJobKind } from "../agent/create-job.ts";
import { agentJobHandler } from "../agent/run-agent-job.ts";
import { recordMilliseconds } from "../idempotency/answer-once.ts";
import { sweepRecords } from "../idempotency/store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Log } from "../platform/log.ts";
import type { JobHandler } from "../platform/queue/handler.ts";
import type { Queue } from "../platform/queue/queue.ts";
import { sweepWindows } from "../rate-limits/store.ts";
import { updateHandler } from "../updates/run-update.ts";
import { updateJobKind } from "../updates/trigger-update.ts";

const sweepKind = "maintenance.sweep";
export const sweepEverySeconds = 600;
const endedJobsKeptMilliseconds = 7 * 24 * 3600 * 1000;

export interface WorkerDeps {
  database: Database;
  queue: Queue;
  clock: Clock;
  log: Log;
}

/** Job kind → handler. */
export function jobHandlers(deps: WorkerDeps): Record<string, JobHandler> {
  return {
    [updateJobKind]: updateHandler(deps),
    [agentJobKind]: agentJobHandler(deps),
    [sweepKind]: sweepHandler(deps),
  };
}

export const jobKinds: readonly string[] = [updateJobKind, agentJobKind, sweepKind];
export const periodicJobs = [{ kind: sweepKind, everySeconds: sweepEverySeconds }];

/** Forgets what has run out: limit windows, idempotency records, jobs that ended. */
function sweepHandler({ database, queue, clock }: WorkerDeps): JobHandler {
  return {
    attemptsMax: 3,
    async run() {
      const now = clock.now();
      await sweepWindows(database.query, now);
      await sweepRecords(database.query, now - recordMilliseconds);
      await queue.sweep(now - endedJobsKeptMilliseconds);
    },
    // The next one will do it.
    giveUp: async () => {},
  };
}
