import { sql } from "kysely";
import type { Connection, Database } from "../db/database.ts";
import type { NewJob } from "./queue.ts";

type JobRow = Omit<NewJob, "payload"> & { payload: string | Record<string, unknown>; runAt: number };

/** Jobs that haven't ended, oldest first. Running jobs are listed like waiting ones. */
export async function listLiveJobs(
  connection: Connection,
  dialect: Database["dialect"],
): Promise<(NewJob & { runAt: number })[]> {
  const rows = dialect === "sqlite" ? await embeddedJobs(connection) : await pgBossJobs(connection);
  return rows.map(({ payload, ...job }) => ({
    ...job,
    payload: typeof payload === "string" ? JSON.parse(payload) : payload,
  }));
}

/** Deletes all jobs, before other jobs are copied here. */
export async function deleteJobs(tx: Connection, dialect: Database["dialect"]): Promise<void> {
  await (dialect === "sqlite" ? sql`delete from queue_jobs` : sql`delete from pgboss.job`).execute(tx);
}

async function embeddedJobs(connection: Connection): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select substr(id, length(kind) + 2) as id, kind, group_key as "group", organization_id as "organizationId", payload,
      run_at as "runAt"
    from queue_jobs
    where state in ('waiting', 'running') order by created_at, id`.execute(connection);
  return rows;
}

async function pgBossJobs(connection: Connection): Promise<JobRow[]> {
  const { rows: found } = await sql<{ job: string | null }>`select to_regclass('pgboss.job')::text as job`.execute(
    connection,
  );
  if (found[0]?.job == null) {
    return [];
  }
  const { rows } = await sql<JobRow>`
    select data->>'id' as id, name as kind, group_id as "group", coalesce(group_tier, '') as "organizationId",
      data->'payload' as payload,
      floor(extract(epoch from start_after) * 1000)::bigint as "runAt"
    from pgboss.job where state <= 'active' and data ? 'payload' order by created_on, id`.execute(connection);
  return rows;
}
