import type { Transaction } from "../db/database.ts";
import type { ClaimedJob } from "./queue.ts";

/** How one kind of job is run. A job may run more than once, so everything before `finish` must be repeatable. */
export interface JobHandler {
  /** The job is given up after this many attempts, whether it threw or the worker died. */
  readonly attemptsMax: number;
  run(job: RunningJob): Promise<void>;
  /** Records in the domain that the job won't be retried. */
  giveUp(tx: Transaction, job: ClaimedJob, reason: string): Promise<void>;
}

export interface RunningJob extends ClaimedJob {
  /** Aborts when the job no longer belongs to this worker; the reason is a JobInterrupted. */
  readonly signal: AbortSignal;
  /**
   * Ends the job, in the same transaction as the domain's last write about it. Otherwise it ends when `run` returns.
   */
  finish(work: (tx: Transaction) => Promise<void>): Promise<void>;
}

/** A retry won't help. The message is for the person waiting for the job. */
export class PermanentFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PermanentFailure";
  }
}

interface RetryLaterOptions extends ErrorOptions {
  /** The earliest useful time, such as a Retry-After. Without it, the delay grows with every try. */
  afterSeconds?: number | undefined;
}

/**
 * The cause is outside the job and will pass: an outage, or a service that asked us to come back later. The job goes back
 * to the queue without using up an attempt. The message is for the person waiting for the job.
 */
export class RetryLater extends Error {
  readonly afterSeconds: number | undefined;

  constructor(message: string, { afterSeconds, ...options }: RetryLaterOptions = {}) {
    super(message, options);
    this.name = "RetryLater";
    this.afterSeconds = afterSeconds;
  }
}

/**
 * `lost`: another worker has the job, or may have it soon. `stopping`: it will be retried, and this attempt doesn't
 * count.
 */
export type Interruption = "lost" | "cancelled" | "stopping";

export class JobInterrupted extends Error {
  readonly interruption: Interruption;

  constructor(job: ClaimedJob, interruption: Interruption) {
    super(`${job.kind} ${job.id} was interrupted: ${sentences[interruption]}`);
    this.name = "JobInterrupted";
    this.interruption = interruption;
  }
}

const sentences: Record<Interruption, string> = {
  lost: "its lease has expired.",
  cancelled: "it was canceled.",
  stopping: "the worker is stopping.",
};
