import { setTimeout } from "node:timers/promises";
import { findOutage } from "../outage.ts";
import { JobInterrupted } from "./handler.ts";
import type { ClaimedJob, QueueLog } from "./queue.ts";

const triesMax = 400;
const pauseFirstMilliseconds = 200;
const pauseMaxMilliseconds = 10_000;

/**
 * Repeats the write until the outage is over: a full disk or a restarting database must not look like a dead worker.
 * Throws LeaseLost if another worker has taken the job over in the meantime.
 */
export async function writeThroughOutage(
  { log, unrecorded }: { log: QueueLog; unrecorded: Set<ClaimedJob> },
  job: ClaimedJob,
  signal: AbortSignal,
  write: () => Promise<void>,
): Promise<void> {
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await write();
      } catch (error) {
        if (findOutage(error) === undefined || tries === triesMax || isStopping(signal)) {
          throw error;
        }
        if (tries === 1) {
          log.warn({ kind: job.kind, job: job.id, err: error }, "The end of a job could not be recorded; retrying.");
        }
        unrecorded.add(job);
      }
      const milliseconds = Math.min(pauseFirstMilliseconds * 2 ** (tries - 1), pauseMaxMilliseconds);
      await setTimeout(milliseconds, undefined, { ref: false });
    }
  } finally {
    unrecorded.delete(job);
  }
}

function isStopping({ reason }: AbortSignal): boolean {
  return reason instanceof JobInterrupted && reason.interruption === "stopping";
}
