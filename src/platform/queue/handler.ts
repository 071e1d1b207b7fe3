import type { Transaction } from "../db/database.ts";
import type { ClaimedJob } from "./queue.ts";

/** How one kind of job is done. A job may run more than once: whatever it does before `finish` must bear repetition. */
export interface JobHandler {
  /** Given up after this many tries, whether it threw or the worker died. */
  readonly attemptsMax: number;
  run(job: RunningJob): Promise<void>;
  /** Records in the domain that the job will not be tried again. */
  giveUp(tx: Transaction, job: ClaimedJob, reason: string): Promise<void>;
}

export interface RunningJob extends ClaimedJob {
  /** Aborts when the job is no longer this worker's; the reason is a JobInterrupted. */
  readonly signal: AbortSignal;
  /** Ends the job, in the same transaction as the domain's last write about it. Without it the job ends when `run` does. */
  finish(work: (tx: Transaction) => Promise<void>): Promise<void>;
}

/** Trying again will not help; the message says why, for the person who waits for the job. */
export class PermanentFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PermanentFailure";
  }
}

/** `lost`: another worker has the job, or may have it soon. `stopping`: it will be tried again, and this try is free. */
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
  lost: "its lease has run out.",
  cancelled: "it was cancelled.",
  stopping: "the worker stops.",
};
