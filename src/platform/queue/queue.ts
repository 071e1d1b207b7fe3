import type { Connection } from "../db/database.ts";

export interface NewJob {
  /** The id of what the job works on. Enqueuing the same kind and id again changes nothing. */
  id: string;
  kind: string;
  /** At most one job of a kind runs in a group at a time: the project. */
  group: string;
  payload: Record<string, unknown>;
  /** Not before this time (milliseconds since the epoch); at once without it. */
  runAt?: number;
}

export interface ClaimedJob {
  readonly id: string;
  readonly kind: string;
  readonly group: string;
  readonly payload: Record<string, unknown>;
  /** 1 for the first try. A claim that was released is not a try. */
  readonly attempt: number;
  /** Counts every claim, and so fences: whoever holds an older claim can no longer end the job. */
  readonly claim: number;
}

export type LeaseState = "held" | "cancelled" | "lost";

/**
 * Work that must be done once, by whichever worker is alive. Everything that ends a job takes the transaction in which
 * the domain records the same end, so the two can never disagree; it throws LeaseLost, and so rolls that transaction
 * back, when the job is no longer the caller's.
 */
export interface Queue {
  /** The job exists if and only if the transaction commits. */
  enqueue(tx: Connection, job: NewJob): Promise<void>;
  /** A waiting job never runs; a running one learns it at its next heartbeat. */
  cancel(tx: Connection, kind: string, id: string): Promise<void>;
  /** The oldest job that may run now, under a lease of `leaseSeconds`. */
  claim(kinds: readonly string[], leaseSeconds: number): Promise<ClaimedJob | undefined>;
  /** Renews the lease, and tells whether the job is still the caller's. */
  heartbeat(job: ClaimedJob, leaseSeconds: number): Promise<LeaseState>;
  complete(tx: Connection, job: ClaimedJob): Promise<void>;
  /** It failed, and is tried again after the delay. */
  retry(tx: Connection, job: ClaimedJob, delaySeconds: number, reason: string): Promise<void>;
  /** It failed for good. */
  giveUp(tx: Connection, job: ClaimedJob, reason: string): Promise<void>;
  /** Given back unharmed, because the worker stops: the attempt does not count. Changes nothing if the lease is lost. */
  release(job: ClaimedJob): Promise<void>;
  /** How many jobs wait and run, for /metrics. */
  counts(): Promise<{ waiting: number; running: number }>;
  /** Forgets jobs that ended before this time. */
  sweep(endedBefore: number): Promise<void>;
  close(): Promise<void>;
}

export class LeaseLost extends Error {
  constructor(job: ClaimedJob) {
    super(
      `The lease of ${job.kind} ${job.id}, attempt ${job.attempt}, is lost: another worker has the job, or it was cancelled.`,
    );
    this.name = "LeaseLost";
  }
}
