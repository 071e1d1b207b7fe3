import type { Connection } from "../db/database.ts";

export interface NewJob {
  /** The ID of the job's subject, such as an update. Enqueuing the same kind and ID again changes nothing. */
  id: string;
  kind: string;
  /** At most one job of a kind runs at a time in a group, such as a project. */
  group: string;
  /** Organizations take turns. Without this, the job belongs to the organization of its group. */
  organizationId?: string;
  payload: Record<string, unknown>;
  /** The job doesn't run before this time, in milliseconds since the epoch. Without it, the job can run immediately. */
  runAt?: number;
}

export interface ClaimedJob extends Readonly<Omit<NewJob, "organizationId" | "runAt">> {
  /** 1 for the first claim. Acts as a fencing token: the holder of an older claim can no longer end the job. */
  readonly claim: number;
}

export interface DueJobs {
  kind: string;
  jobs: number;
  /** How long the oldest of these jobs has been waiting. */
  seconds: number;
}

export type LeaseState = "held" | "cancelled" | "lost";

/**
 * Work that must be done once, by any live worker. Everything that ends a job takes the transaction in which the domain
 * records the same end, so the two can't disagree. If the job no longer belongs to the caller, LeaseLost is thrown,
 * which rolls that transaction back.
 */
export interface Queue {
  /** The job exists if and only if the transaction commits. */
  enqueue(tx: Connection, job: NewJob): Promise<void>;
  /** Cancels a job. A waiting job then never runs, and a running one finds out at its next heartbeat. */
  cancel(tx: Connection, kind: string, id: string): Promise<void>;
  /**
   * The oldest job that may run now of the organization with the fewest running jobs of these kinds, under a lease of
   * `leaseSeconds`.
   */
  claim(kinds: readonly string[], leaseSeconds: number): Promise<ClaimedJob | undefined>;
  /** Renews the lease and returns whether the job still belongs to the caller. */
  heartbeat(job: ClaimedJob, leaseSeconds: number): Promise<LeaseState>;
  complete(tx: Connection, job: ClaimedJob): Promise<void>;
  /** The job runs again after the delay. */
  retry(tx: Connection, job: ClaimedJob, delaySeconds: number, reason: string): Promise<void>;
  /** The job failed permanently. */
  giveUp(tx: Connection, job: ClaimedJob, reason: string): Promise<void>;
  /** The number of waiting and running jobs, for /metrics. */
  counts(): Promise<{ waiting: number; running: number }>;
  /** The kinds with jobs that could run now, for /metrics. */
  listDue(): Promise<DueJobs[]>;
  /** Deletes jobs that ended before this time. */
  sweep(endedBefore: number): Promise<void>;
  close(): Promise<void>;
}

/** The logger the queue needs; a pino logger fits. */
export interface QueueLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export class LeaseLost extends Error {
  constructor(job: ClaimedJob) {
    super(
      `The lease of ${job.kind} ${job.id}, claim ${job.claim}, is lost: another worker has the job, or it was canceled.`,
    );
    this.name = "LeaseLost";
  }
}
