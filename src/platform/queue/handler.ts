import type { Transaction } from "../db/database.ts";
import { waitText } from "../span-text.ts";
import type { ClaimedJob } from "./queue.ts";

/** How one kind of job is run. A job may run more than once, so everything before `finish` must be repeatable. */
export interface JobHandler {
  /** The number of errors after which the job is given up. Outages and dead workers have their own limits. */
  readonly attemptsMax: number;
  run(job: RunningJob): Promise<void>;
  /** Records in the domain why the job waits: once per cause, in the transaction that postpones it. */
  onWait?(tx: Transaction, job: ClaimedJob, message: string, delaySeconds: number): Promise<void>;
  /** Like `onWait`, but before every retry. */
  onEachWait?: JobHandler["onWait"];
  /** Removes the files that an attempt may have left if its worker died. Runs before `giveUp`. */
  cleanUp?(job: ClaimedJob): Promise<void>;
  /** Records in the domain that the job won't be retried. */
  giveUp(tx: Transaction, job: ClaimedJob, reason: string, cause: GiveUpCause): Promise<void>;
}

/**
 * Why a job was given up. `permanent`: a retry wouldn't help. `outage`: an outage lasted too long. `deaths`: the job's
 * workers died. `internal`: the job kept throwing.
 */
export type GiveUpCause = "permanent" | "outage" | "deaths" | "internal";

export interface RunningJob extends ClaimedJob {
  /** 1 for the first run. Counts only runs that failed because of the job itself. */
  readonly attempt: number;
  /** Aborts when the job no longer belongs to this worker; the reason is a JobInterrupted. */
  readonly signal: AbortSignal;
  /**
   * Ends the job in the same transaction as the domain's last write about it. A job whose handler doesn't call this
   * ends when `run` returns.
   */
  finish(work: (tx: Transaction) => Promise<void>): Promise<void>;
}

/** A retry won't help. The message is for the person waiting for the job. */
export class PermanentFailure extends Error {
  /** True if the person waiting for the job can't fix the cause either. */
  readonly isInternal: boolean;

  constructor(message: string, { isInternal = false, ...options }: ErrorOptions & { isInternal?: boolean } = {}) {
    super(message, options);
    this.name = "PermanentFailure";
    this.isInternal = isInternal;
  }
}

interface RetryLaterOptions extends ErrorOptions {
  /**
   * The earliest time at which a retry makes sense, such as a Retry-After. Without it, the delay grows with every
   * attempt.
   */
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

/** A log line about a wait: `The artifact store is unavailable; trying again in 30 seconds.` */
export function describeWait(message: string, delaySeconds: number): string {
  return `${message.replace(/\.$/, "")}; trying again in ${waitText(Math.ceil(delaySeconds))}.`;
}

/**
 * Why a job was interrupted. `lost`: another worker has the job, or may get it soon. `stopping`: the worker stops; the
 * job will be retried, and this attempt doesn't count.
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
