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

/** Runs one claimed job to whatever end it has. It never rejects: what cannot be written now is left to the lease. */
export async function runJob(deps: RunJobDeps, handler: JobHandler, job: ClaimedJob, lease: KeptLease): Promise<void> {
  const details = { kind: job.kind, job: job.id, attempt: job.attempt };
  try {
    const failure = await tryJob(deps, handler, job, lease);
    if (failure) {
      await recordFailure(deps, handler, job, lease.signal, failure.error);
    }
  } catch (error) {
    if (error instanceof LeaseLost) {
      deps.log.info(details, "A job ended that was no longer this worker's; its result was dropped.");
    } else {
      deps.log.error({ ...details, err: error }, "The end of a job could not be recorded; it runs again later.");
    }
  } finally {
    lease.end();
  }
}

/** Runs the job, and answers with what went wrong, if something did. */
async function tryJob(
  { queue, database, log }: RunJobDeps,
  handler: JobHandler,
  job: ClaimedJob,
  lease: KeptLease,
): Promise<{ error: unknown } | undefined> {
  if (job.attempt > handler.attemptsMax) {
    const tries = timesInWords(job.attempt - 1);
    return { error: new PermanentFailure(`It was tried ${tries}, and the last time the worker stopped during it.`) };
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
    // From here on a heartbeat would find no lease, and take it for lost.
    lease.end();
  }

  try {
    await handler.run({
      ...job,
      signal: lease.signal,
      finish(work) {
        const finished = finish(work);
        // A handler that forgets to wait for it must not take the process down: the failure is seen below.
        finished.catch(() => {});
        return finished;
      },
    });
    // A handler that overlooks the failure of its last write has not finished.
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
    // Only a PermanentFailure speaks to the person who waits; any other message may tell of the inside of the server.
    const told =
      error instanceof PermanentFailure
        ? reason
        : `It failed ${timesInWords(job.attempt)} for an internal reason; the log of the server tells more.`;
    await database.transaction(async (tx) => {
      await handler.giveUp(tx, job, told);
      await queue.giveUp(tx, job, reason);
    });
    log.warn({ ...details, err: error }, "A job was given up.");
  } else {
    const delaySeconds = retryDelaySeconds(job.attempt);
    await database.transaction((tx) => queue.retry(tx, job, delaySeconds, reason));
    log.warn({ ...details, delaySeconds, err: error }, "A job failed; it is tried again.");
  }
}

function timesInWords(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

// Twice as long each time, and never quite the same: jobs that failed together do not come back together.
function retryDelaySeconds(attempt: number): number {
  const delay = Math.min(retryDelayFirstSeconds * 2 ** (attempt - 1), retryDelayMaxSeconds);
  return delay * (0.5 + Math.random() / 2);
}
