import type { Connection } from "../db/database.ts";
import { putRow } from "../db/rows.ts";
import type { JobRetryRow } from "../db/tables.ts";
import type { ClaimedJob } from "./queue.ts";

/** Why a job runs again, across restarts and workers. */
export type JobRetries = Omit<JobRetryRow, "job" | "updatedAt">;

const noRetries: JobRetries = { claim: 0, failures: 0, deaths: 0, waits: 0, waitingSince: null, cause: null };
const sweptRowsMax = 500;

export async function readRetries(connection: Connection, job: ClaimedJob): Promise<JobRetries> {
  // Nothing can have been recorded before the first claim, so most jobs cost no query.
  return job.claim === 1 ? noRetries : findRetries(connection, job);
}

export async function recordRetries(tx: Connection, job: ClaimedJob, retries: JobRetries, now: number): Promise<void> {
  await putRow(tx, "jobRetries", ["job"], { ...retries, job: key(job), updatedAt: now });
}

/**
 * For a run whose lease expired although its worker is alive, because the worker was frozen or cut off from the
 * database. The run isn't counted as a death, even if another worker has already counted it as one.
 */
export async function recordSurvival(tx: Connection, job: ClaimedJob, now: number): Promise<void> {
  const retries = await findRetries(tx, job);
  const survived =
    retries.claim >= job.claim
      ? { deaths: Math.max(0, retries.deaths - 1) }
      : { deaths: retries.deaths + job.claim - 1 - retries.claim, claim: job.claim };
  await recordRetries(tx, job, { ...retries, ...survived }, now);
}

/** Deletes the records of jobs that have long ended, a bounded number at a time. */
export async function sweepRetries(connection: Connection, updatedBefore: number): Promise<void> {
  let swept = sweptRowsMax;
  while (swept === sweptRowsMax) {
    const { numDeletedRows } = await connection
      .deleteFrom("jobRetries")
      .where("job", "in", (rows) =>
        rows.selectFrom("jobRetries").select("job").where("updatedAt", "<", updatedBefore).limit(sweptRowsMax),
      )
      .executeTakeFirst();
    swept = Number(numDeletedRows);
  }
}

async function findRetries(connection: Connection, job: ClaimedJob): Promise<JobRetries> {
  const row = await connection
    .selectFrom("jobRetries")
    .select(["claim", "failures", "deaths", "waits", "waitingSince", "cause"])
    .where("job", "=", key(job))
    .executeTakeFirst();
  return row ?? noRetries;
}

function key({ kind, id }: ClaimedJob): string {
  return `${kind}/${id}`;
}
