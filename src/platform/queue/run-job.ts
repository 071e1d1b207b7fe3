import type { Database, Transaction } from "../db/database.ts";
import { type JobHandler, JobInterrupted, PermanentFailure } from "./handler.ts";
import type { KeptLease } from "./lease.ts";
import type { QueueLog } from "./log.ts";
import { type ClaimedJob, LeaseLost, type Queue } from "./queue.ts";

export interface RunJobDeps {
  queue: Queue;
  database: Database;
  log: QueueLog;
}

const retryDelayFirstSeconds = 1;
const retryDelayMaxSeconds = 300;

/**
 * Runs one claimed job to its end. Never rejects: if the end can't be recorded now, the lease expires and the job is
 * retried.
 */
export async function runJob(deps: RunJobDeps, handler: JobHandler, job: ClaimedJob, lease: KeptLease): Promise<void> {
  const details = { kind: job.kind, job: job.id, attempt: job.attempt };
  try {
    const failure = await tryJob(deps, handler, job, lease);
    if (failure) {
      await recordFailure(deps, handler, job, lease.signal, failure.error);
    }
  } catch (error) {
    if (error instanceof LeaseLost) {
      deps.log.info(details, "A job ended after its lease was lost; its result was dropped.");
    } else {
      deps.log.error({ ...details, err: error }, "The end of a job could not be recorded; the job will run again.");
    }
  } finally {
    lease.end();
  }
}

/** Runs the job and returns the error, if any. */
async function tryJob(
  { queue, database, log }: RunJobDeps,
  handler: JobHandler,
  job: ClaimedJob,
  lease: KeptLease,
): Promise<{ error: unknown } | undefined> {
  if (job.attempt > handler.attemptsMax) {
    const tries = timesInWords(job.attempt - 1);
    return { error: new PermanentFailure(`It was tried ${tries}; the worker died during the last attempt.`) };
  }

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

async function recordFailure(
  { queue, database, log }: RunJobDeps,
  handler: JobHandler,
  job: ClaimedJob,
  signal: AbortSignal,
  error: unknown,
): Promise<void> {
  const details = { kind: job.kind, job: job.id, attempt: job.attempt };
  if (signal.reason instanceof JobInterrupted) {
    log.info(details, signal.reason.message);
    if (signal.reason.interruption === "stopping") {
      await queue.release(job);
    }
    return;
  }
  if (error instanceof LeaseLost) {
    throw error;
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof PermanentFailure || job.attempt >= handler.attemptsMax) {
    // Only a PermanentFailure has a message for the person waiting; any other may reveal internals of the server.
    const message =
      error instanceof PermanentFailure
        ? reason
        : `It failed ${timesInWords(job.attempt)} because of an internal error; see the server log.`;
    await database.transaction(async (tx) => {
      await handler.giveUp(tx, job, message);
      await queue.giveUp(tx, job, reason);
    });
    log.warn({ ...details, err: error }, "A job was given up.");
  } else {
    const delaySeconds = retryDelaySeconds(job.attempt);
    await database.transaction((tx) => queue.retry(tx, job, delaySeconds, reason));
    log.warn({ ...details, delaySeconds, err: error }, "A job failed and will be retried.");
  }
}

function timesInWords(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

// Exponential backoff with jitter: jobs that failed together don't come back together.
function retryDelaySeconds(attempt: number): number {
  const delay = Math.min(retryDelayFirstSeconds * 2 ** (attempt - 1), retryDelayMaxSeconds);
  return delay * (0.5 + Math.random() / 2);
}
