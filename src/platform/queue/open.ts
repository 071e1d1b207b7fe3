import type { Clock } from "../clock.ts";
import type { Connection, Database } from "../db/database.ts";
import { assertJobFits } from "./job-limits.ts";
import type { Queue, QueueLog } from "./queue.ts";
import { createSqliteQueue } from "./sqlite.ts";
import { traceJobs } from "./trace-jobs.ts";

export interface QueueOptions {
  database: Database;
  clock: Clock;
  /** Every kind of job that is ever enqueued. */
  kinds: readonly string[];
  databaseUrl: string | undefined;
  role: "worker" | "api";
  log: QueueLog;
  /** The organization that a group of jobs belongs to. */
  findOrganization?(tx: Connection, group: string): Promise<string>;
}

/** The queue that belongs to the database. Close it before the database. */
export async function openQueue({ findOrganization, ...options }: QueueOptions): Promise<Queue> {
  const queue = await openStored(options);
  return traceJobs({
    ...queue,
    async enqueue(tx, job) {
      assertJobFits(job, options.clock.now());
      const organizationId = job.organizationId ?? (await findOrganization?.(tx, job.group));
      await queue.enqueue(tx, organizationId === undefined ? job : { ...job, organizationId });
    },
  });
}

async function openStored({ database, clock, databaseUrl, ...options }: QueueOptions): Promise<Queue> {
  if (database.dialect === "sqlite") {
    return createSqliteQueue(database, clock);
  }
  if (databaseUrl === undefined) {
    throw new TypeError("A queue on PostgreSQL needs the URL of its database.");
  }
  // Loaded on demand: an embedded server doesn't need it.
  const { createPgBossQueue } = await import("./pg-boss.ts");
  return createPgBossQueue({ database, databaseUrl, ...options });
}
