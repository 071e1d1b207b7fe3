import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
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
}

/** The queue that belongs to the database. Close it before the database. */
export async function openQueue({ database, clock, databaseUrl, ...options }: QueueOptions): Promise<Queue> {
  if (database.dialect === "sqlite") {
    return traceJobs(createSqliteQueue(database, clock));
  }
  if (databaseUrl === undefined) {
    throw new TypeError("A queue on PostgreSQL needs the URL of its database.");
  }
  // Loaded on demand: an embedded server doesn't need it.
  const { createPgBossQueue } = await import("./pg-boss.ts");
  return traceJobs(await createPgBossQueue({ database, databaseUrl, ...options }));
}
