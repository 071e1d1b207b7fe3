import type { Services } from "../services.ts";
import { spanText } from "../span-text.ts";
import { type GiveUpCause, type JobHandler, JobInterrupted, PermanentFailure, RetryLater } from "./handler.ts";
import { type ClaimedJob, LeaseLost, type QueueLog } from "./queue.ts";
import { deathsOf, failureSeconds, findWait, pauseSeconds, waitSeconds, waitSecondsMax } from "./retry-rules.ts";
import { type JobRetries, readRetries, recordRetries } from "./retry-store.ts";

/** The dependencies for running and scheduling jobs. */
export interface QueueDeps extends Pick<Services, "clock" | "database" | "queue"> {
  log: QueueLog;
}

interface FailedRun {
  retries: JobRetries;
  error: unknown;
  signal: AbortSignal;
}

/** Decides how a failed job continues: it is given up, retried, or waits for an outage to end. */
export async function recordFailure(
  deps: QueueDeps,
  handler: JobHandler,
  job: ClaimedJob,
  { retries, error, signal }: FailedRun,
): Promise<void> {
  if (signal.reason instanceof JobInterrupted) {
    await recordInterruption(deps, handler, job, retries, signal.reason);
    return;
  }
  if (error instanceof LeaseLost) {
    throw error;
  }
  const wait = findWait(error);
  if (error instanceof PermanentFailure) {
    await recordGiveUp(deps, handler, job, error, error.isInternal ? "internal" : "permanent");
  } else if (wait !== undefined) {
    await recordWait(deps, handler, job, retries, { ...wait, error });
  } else if (retries.failures + 1 >= handler.attemptsMax) {
    // Only some errors have a message for the person waiting; the message of any other error may reveal internals of
    // the server.
    const message = `It failed ${timesInWords(retries.failures + 1)} because of an internal error; see the server log.`;
    await recordGiveUp(deps, handler, job, new PermanentFailure(message, { cause: error }), "internal");
  } else {
    await recordRetry(deps, job, retries, error);
  }
}

/** The job won't run again. The error's message is for the person waiting. */
export async function recordGiveUp(
  { queue, database, log }: QueueDeps,
  handler: JobHandler,
  job: ClaimedJob,
  error: PermanentFailure,
  cause: GiveUpCause,
): Promise<void> {
  const reason = cause === "internal" && error.cause instanceof Error ? error.cause.message : error.message;
  await database.transaction(async (tx) => {
    await handler.giveUp(tx, job, error.message, cause);
    await queue.giveUp(tx, job, reason);
  });
  log.warn({ ...detailsOf(job), cause, err: error }, "A job was given up.");
}

/** The last workers that ran the job have died; it runs again a little later. */
export async function recordPause({ queue, database, clock, log }: QueueDeps, job: ClaimedJob, retries: JobRetries) {
  const deaths = deathsOf(job, retries);
  const delaySeconds = pauseSeconds(deaths);
  await database.transaction(async (tx) => {
    await recordRetries(tx, job, { ...retries, deaths, claim: job.claim }, clock.now());
    await queue.retry(tx, job, delaySeconds, "Its worker died.");
  });
  log.warn({ ...detailsOf(job), deaths, delaySeconds }, "The workers that ran a job died; it will run again.");
}

/**
 * For a worker that is stopping: the job runs again, and this run doesn't count as a failure. Does nothing if the lease
 * is lost.
 */
export async function releaseJob({ queue, database, clock }: QueueDeps, job: ClaimedJob): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      const retries = await readRetries(tx, job);
      const released = { ...retries, deaths: deathsOf(job, retries), claim: job.claim };
      await recordRetries(tx, job, released, clock.now());
      await queue.retry(tx, job, 0, "The worker stopped.");
    });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
}

async function recordInterruption(
  deps: QueueDeps,
  handler: JobHandler,
  job: ClaimedJob,
  retries: JobRetries,
  interrupted: JobInterrupted,
): Promise<void> {
  deps.log.info(detailsOf(job), interrupted.message);
  if (interrupted.interruption === "stopping") {
    await releaseJob(deps, job);
  } else if (interrupted.interruption === "lost") {
    // If no other worker has taken the job over, the lease expired because this worker couldn't reach the database.
    const error = new RetryLater("The worker could not reach the database in time.");
    await recordWait(deps, handler, job, retries, { message: error.message, afterSeconds: undefined, error });
  }
}

async function recordWait(
  deps: QueueDeps,
  handler: JobHandler,
  job: ClaimedJob,
  retries: JobRetries,
  { message, afterSeconds, error }: { message: string; afterSeconds: number | undefined; error: unknown },
): Promise<void> {
  const { queue, database, clock, log } = deps;
  const now = clock.now();
  const delaySeconds = waitSeconds(retries, now, afterSeconds);
  if (delaySeconds === undefined) {
    const tooLong = `${message} This didn't change within ${spanText(waitSecondsMax)} of retries.`;
    await recordGiveUp(deps, handler, job, new PermanentFailure(tooLong, { cause: error }), "outage");
    return;
  }
  await database.transaction(async (tx) => {
    if (message !== retries.cause) {
      await handler.onWait?.(tx, job, message, delaySeconds);
    }
    await recordRetries(
      tx,
      job,
      {
        claim: job.claim,
        failures: retries.failures,
        deaths: 0,
        waits: retries.waits + 1,
        waitingSince: retries.waitingSince ?? now,
        cause: message,
      },
      now,
    );
    await queue.retry(tx, job, delaySeconds, message);
  });
  log.warn(
    { ...detailsOf(job), delaySeconds, err: error },
    "A job is waiting for an outage to end and will run again.",
  );
}

async function recordRetry(
  { queue, database, clock, log }: QueueDeps,
  job: ClaimedJob,
  retries: JobRetries,
  error: unknown,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const { failures } = retries;
  const delaySeconds = failureSeconds(failures);
  await database.transaction(async (tx) => {
    const counted = { ...retries, claim: job.claim, failures: failures + 1, deaths: 0 };
    await recordRetries(tx, job, counted, clock.now());
    await queue.retry(tx, job, delaySeconds, reason);
  });
  log.warn({ ...detailsOf(job), delaySeconds, err: error }, "A job failed and will be retried.");
}

function detailsOf({ kind, id, claim }: ClaimedJob): { kind: string; job: string; claim: number } {
  return { kind, job: id, claim };
}

function timesInWords(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
