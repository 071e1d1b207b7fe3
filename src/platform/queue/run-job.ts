import { setTimeout } from "node:timers/promises";
import type { Transaction } from "../db/database.ts";
import { findOutage } from "../outage.ts";
import { type JobHandler, JobInterrupted, PermanentFailure } from "./handler.ts";
import type { KeptLease } from "./lease.ts";
import { type ClaimedJob, LeaseLost, type QueueLog } from "./queue.ts";
import { type QueueDeps, recordFailure, recordGiveUp, recordPause, releaseJob } from "./record-failure.ts";
import { deathsMax, deathsOf, mustPause } from "./retry-rules.ts";
import { type JobRetries, readRetries, recordSurvival } from "./retry-store.ts";

export interface RunJobDeps extends QueueDeps {
  /** Jobs whose end can't be recorded at the moment. */
  unrecorded: Set<ClaimedJob>;
}

/**
 * Runs one claimed job to its end. Never rejects: if the end can't be recorded, the lease expires and the job runs
 * again.
 */
export async function runJob(deps: RunJobDeps, handler: JobHandler, job: ClaimedJob, lease: KeptLease): Promise<void> {
  const details = { kind: job.kind, job: job.id, claim: job.claim };
  const write = (work: () => Promise<void>) => writeThroughOutage(deps, job, lease.signal, work);
  try {
    const retries = await readRetries(deps.database.query, job).catch((error: unknown) => ({ error }));
    if ("error" in retries) {
      deps.log.warn({ ...details, err: retries.error }, "A job could not be started and will run again.");
      return await write(() => releaseJob(deps, job));
    }
    if (deathsOf(job, retries) >= deathsMax) {
      return await write(() => recordGiveUp(deps, handler, job, killedWorkers, "deaths"));
    }
    if (mustPause(job, retries)) {
      return await write(() => recordPause(deps, handler, job, retries));
    }
    const failure = await tryJob(deps, handler, job, retries, lease);
    if (failure) {
      await write(() => recordFailure(deps, handler, job, { retries, error: failure.error, signal: lease.signal }));
    }
  } catch (error) {
    if (error instanceof LeaseLost) {
      deps.log.info(details, "A job ended after its lease was lost; its result was dropped.");
      await write(() => deps.database.transaction((tx) => recordSurvival(tx, job, deps.clock.now()))).catch(() => {});
    } else {
      deps.log.error({ ...details, err: error }, "The end of a job could not be recorded; the job will run again.");
    }
  } finally {
    lease.end();
  }
}

const killedWorkers = new PermanentFailure(
  `Its worker died or lost contact ${deathsMax} times in a row while running it, so it isn't tried again.`,
);

/** Runs the job and returns the error, if any. */
async function tryJob(
  { queue, database, log }: RunJobDeps,
  handler: JobHandler,
  job: ClaimedJob,
  retries: JobRetries,
  lease: KeptLease,
): Promise<{ error: unknown } | undefined> {
  let ending: Promise<void> | undefined;
  async function finish(work: (tx: Transaction) => Promise<void>): Promise<void> {
    lease.signal.throwIfAborted();
    if (ending) {
      throw new Error(`${job.kind} ${job.id} was finished twice in one run.`);
    }
    ending = database.transaction(async (tx) => {
      await work(tx);
      await queue.complete(tx, job);
    });
    await ending;
    // From here on a heartbeat would find no lease and treat it as lost.
    lease.end();
  }

  try {
    await handler.run({
      ...job,
      attempt: retries.failures + 1,
      signal: lease.signal,
      finish(work) {
        const finished = finish(work);
        // If the handler doesn't await it, the rejection must not crash the process; the failure is checked below.
        finished.catch(() => {});
        return finished;
      },
    });
    // If the handler ignored the failure of its last write, the job hasn't finished.
    await (ending ?? finish(async () => {}));
  } catch (error) {
    const finished = await ending?.then(
      () => true,
      () => false,
    );
    if (!finished) {
      return { error };
    }
    log.error({ err: error, kind: job.kind, job: job.id }, "A handler threw after its job was done.");
  }
  return undefined;
}

const triesMax = 400;
const pauseFirstMilliseconds = 200;
const pauseMaxMilliseconds = 10_000;

/**
 * Repeats the write until the outage is over: a full disk or a restarting database must not look like a dead worker.
 * Throws LeaseLost if another worker has taken the job over in the meantime.
 */
async function writeThroughOutage(
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
