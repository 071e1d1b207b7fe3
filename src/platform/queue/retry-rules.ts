import { findOutage } from "../outage.ts";
import { RetryLater } from "./handler.ts";
import type { ClaimedJob } from "./queue.ts";
import type { JobRetries } from "./retry-store.ts";

/**
 * A job whose worker died in this many runs in a row is given up, because the job is the likely cause. The pauses
 * between these runs add up to at least a quarter of an hour, so a machine that is killed again and again in the
 * meantime costs no job its life.
 */
export const deathsMax = 20;
/** How long a job waits for an outage to end, counted from the first failure. */
export const waitSecondsMax = 3_600;
/** A clock that jumps ahead can't end the waiting before this many retries. */
export const waitsMin = 10;

// A single death may be caused by a deployment. From the second one on, the job pauses before it runs again, so that it
// doesn't run next to the same jobs as before.
const deathsBeforePause = 2;
const pauseFirstSeconds = 10;
const pauseMaxSeconds = 120;
const waitMinSeconds = 1;
const waitFirstSeconds = 2;
const waitMaxSeconds = 120;
const failureFirstSeconds = 1;
const failureMaxSeconds = 300;

/** Runs in a row that ended with the death of a worker, up to the current claim. */
export function deathsOf(job: ClaimedJob, retries: JobRetries): number {
  return retries.deaths + newDeaths(job, retries);
}

/** Whether the job must wait before it starts, because it has lost its worker several times. */
export function mustPause(job: ClaimedJob, retries: JobRetries): boolean {
  return newDeaths(job, retries) > 0 && deathsOf(job, retries) >= deathsBeforePause;
}

export function pauseSeconds(deaths: number): number {
  return backoffSeconds(deaths - deathsBeforePause, pauseFirstSeconds, pauseMaxSeconds);
}

export function failureSeconds(failures: number): number {
  return backoffSeconds(failures, failureFirstSeconds, failureMaxSeconds);
}

/** The outage or service that the job has to wait for; undefined if the job itself failed. */
export function findWait(error: unknown): { message: string; afterSeconds: number | undefined } | undefined {
  if (error instanceof RetryLater) {
    return { message: error.message, afterSeconds: error.afterSeconds };
  }
  const outage = findOutage(error);
  return outage && { message: outage.message, afterSeconds: undefined };
}

/**
 * When to try again, or undefined if the job has waited long enough. The last attempt is at the end of the allowed
 * time.
 */
export function waitSeconds(
  { waits, waitingSince }: JobRetries,
  now: number,
  afterSeconds?: number,
): number | undefined {
  const leftSeconds = waitSecondsMax - Math.max(0, now - (waitingSince ?? now)) / 1_000;
  if (leftSeconds <= 0 && waits >= waitsMin) {
    return undefined;
  }
  const seconds = afterSeconds ?? backoffSeconds(waits, waitFirstSeconds, waitMaxSeconds);
  return Math.min(Math.max(seconds, waitMinSeconds), leftSeconds > 0 ? leftSeconds : waitMaxSeconds);
}

// Exponential backoff with jitter, so that jobs that failed together don't run again at the same time.
function backoffSeconds(earlier: number, firstSeconds: number, maxSeconds: number): number {
  return Math.min(firstSeconds * 2 ** earlier, maxSeconds) * (0.5 + Math.random() / 2);
}

function newDeaths(job: ClaimedJob, retries: JobRetries): number {
  return Math.max(0, job.claim - 1 - retries.claim);
}
