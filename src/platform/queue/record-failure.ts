import type { Transaction } from "../db/database.ts";
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

/** Decides how a failed job continues: it is given up, retried, or waits for an outage to end. */
export async function recordFailure(
  deps: QueueDeps,
  handler: JobHandler,
  job: ClaimedJob,
  { retries, error, signal }: { retries: JobRetries; error: unknown; signal: AbortSignal },
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
  await handler.cleanUp?.(job);
  await database.transaction(async (tx) => {
    await handler.giveUp(tx, job, error.message, cause);
    await queue.giveUp(tx, job, reason);
  });
  log.warn({ ...detailsOf(job), cause, err: error }, "A job was given up.");
}

/** Puts the job back after the last workers that ran it have died. It runs again a little later. */
export async function recordPause(
  deps: QueueDeps,
  handler: JobHandler,
  job: ClaimedJob,
  retries: JobRetries,
): Promise<void> {
  const deaths = deathsOf(job, retries);
  const delaySeconds = pauseSeconds(deaths);
  const reason = "The workers that ran it died or lost contact.";
  await deps.database.transaction(async (tx) => {
    await describePostponement(handler, tx, job, retries, { message: reason, delaySeconds });
    await putBack(deps, tx, job, { ...retries, deaths, cause: reason }, { delaySeconds, reason });
  });
  deps.log.warn({ ...detailsOf(job), deaths, delaySeconds }, "The workers that ran a job died; it will run again.");
}

/**
 * For a worker that is stopping: the job runs again, and this run doesn't count as a failure. Does nothing if the lease
 * is lost.
 */
export async function releaseJob(deps: QueueDeps, job: ClaimedJob): Promise<void> {
  try {
    await deps.database.transaction(async (tx) => {
      const retries = await readRetries(tx, job);
      const released = { ...retries, deaths: deathsOf(job, retries) };
      await putBack(deps, tx, job, released, { delaySeconds: 0, reason: "The worker stopped." });
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
  const now = deps.clock.now();
  const delaySeconds = waitSeconds(retries, now, afterSeconds);
  if (delaySeconds === undefined) {
    const tooLong = `${message} This didn't change within ${spanText(waitSecondsMax)} of retries.`;
    await recordGiveUp(deps, handler, job, new PermanentFailure(tooLong, { cause: error }), "outage");
    return;
  }
  await deps.database.transaction(async (tx) => {
    await describePostponement(handler, tx, job, retries, { message, delaySeconds });
    const waitingSince = Math.min(retries.waitingSince ?? now, now);
    const wait = { deaths: 0, waits: retries.waits + 1, waitingSince, cause: message };
    await putBack(deps, tx, job, { ...retries, ...wait }, { delaySeconds, reason: message });
  });
  const details = { ...detailsOf(job), delaySeconds, err: error };
  deps.log.warn(details, "A job is waiting for an outage to end and will run again.");
}

async function recordRetry(deps: QueueDeps, job: ClaimedJob, retries: JobRetries, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const delaySeconds = failureSeconds(retries.failures);
  const counted = { ...retries, failures: retries.failures + 1, deaths: 0 };
  await deps.database.transaction((tx) => putBack(deps, tx, job, counted, { delaySeconds, reason }));
  deps.log.warn({ ...detailsOf(job), delaySeconds, err: error }, "A job failed and will be retried.");
}

/** Tells the person waiting why the job runs later. */
async function describePostponement(
  handler: JobHandler,
  tx: Transaction,
  job: ClaimedJob,
  { cause }: JobRetries,
  { message, delaySeconds }: { message: string; delaySeconds: number },
): Promise<void> {
  if (message !== cause) await handler.onWait?.(tx, job, message, delaySeconds);
  await handler.onEachWait?.(tx, job, message, delaySeconds);
}

/** Returns the job to the queue and stores why it runs again, for its next run. */
async function putBack(
  { queue, clock }: QueueDeps,
  tx: Transaction,
  job: ClaimedJob,
  retries: JobRetries,
  { delaySeconds, reason }: { delaySeconds: number; reason: string },
): Promise<void> {
  await recordRetries(tx, job, { ...retries, claim: job.claim }, clock.now());
  await queue.retry(tx, job, delaySeconds, reason);
}

function detailsOf({ kind, id, claim }: ClaimedJob): { kind: string; job: string; claim: number } {
  return { kind, job: id, claim };
}

function timesInWords(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
