import { sql } from "kysely";
import type { Database } from "../database.ts";

/** Other connections of Lectern to a PostgreSQL database. Call it before this process opens a second one. */
export async function countUsers({ query }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name in ('lectern', 'lectern-queue') and pid <> pg_backend_pid()`.execute(
    query,
  );
  return Number(rows[0]?.count ?? 0);
}
