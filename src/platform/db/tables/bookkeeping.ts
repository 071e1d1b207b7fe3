import type { Generated } from "kysely";
import type { Static } from "typebox";
import type { ChangeEvent } from "../../../contract/dashboard-operations.ts";

/** Bookkeeping of the server and the queue about requests and jobs. */
export interface BookkeepingTables {
  rateLimits: { name: string; subject: string; count: number; resetAt: number };
  idempotencyRecords: {
    organizationId: string;
    operation: string;
    key: string;
    fingerprint: string;
    reply: string;
    createdAt: number;
  };
  queueJobs: QueueJobRow;
  jobRetries: JobRetryRow;
  /** A change notification for open dashboards, kept for an hour. */
  changes: {
    sequence: Generated<number>;
    organizationId: string;
    /** Null for changes to the organization itself. */
    projectId: string | null;
    kind: Static<typeof ChangeEvent>["kind"];
    /** The ID of the changed item; for a pull request, its number. */
    subject: string;
    at: number;
  };
  sweepCounts: SweepCountRow;
  nodes: NodeRow;
  /** A slot held by a running stream or job. Slots are counted across all nodes. */
  sharedSlots: { id: string; holder: string; leaseUntil: number };
}

/** The lease table of the embedded queue. Empty on PostgreSQL, where pg-boss has its own tables. */
export interface QueueJobRow {
  id: string;
  kind: string;
  groupKey: string;
  organizationId: string;
  payload: string;
  state: "waiting" | "running" | "done" | "failed" | "cancelled";
  /** The number of claims. It never decreases, so it distinguishes an old holder from the current one. */
  claim: number;
  runAt: number;
  leaseUntil: number | null;
  reason: string | null;
  createdAt: number;
  endedAt: number | null;
}

/**
 * The failures of a job that hasn't ended. A job has no row unless its first run failed, was postponed or lost its
 * worker.
 */
export interface JobRetryRow {
  /** The kind and ID of the job. */
  job: string;
  /** The last claim that is counted here. Each later claim ended with the death of a worker. */
  claim: number;
  /** Attempts that failed because of the job itself. */
  failures: number;
  /** Runs in a row that ended with the death of a worker. */
  deaths: number;
  /** How often the job was postponed because of an outage. */
  waits: number;
  waitingSince: number | null;
  /** The cause of the wait. It is stored so that the domain records each cause only once. */
  cause: string | null;
  updatedAt: number;
}

/** How often each maintenance sweep has run and failed, since the first start. */
export interface SweepCountRow {
  name: string;
  runs: number;
  failures: number;
}

/** A running process. */
export interface NodeRow {
  id: string;
  role: "api" | "worker";
  startedAt: number;
  seenAt: number;
}
