import { sql } from "kysely";
import { sweepKind } from "../../../src/app/job-kinds.ts";
import { ageLeases } from "../../faults/age-leases.ts";
import type { Installation } from "../publisher.ts";

const daySeconds = 86_400;

/** Lets the leases of dead or suspended workers expire. */
export async function expireLeases({ app: { database } }: Installation): Promise<void> {
  await ageLeases(database, daySeconds);
}

/** Whether all workers are idle: the remaining jobs are scheduled for later. */
export async function isIdle({ app: { database } }: Installation): Promise<boolean> {
  const live =
    database.dialect === "sqlite"
      ? sql`select id from queue_jobs where state in ('waiting', 'running') and kind <> ${sweepKind}`
      : sql`select id from pgboss.job where state <= 'active' and name <> ${sweepKind}`;
  return (await live.execute(database.query)).rows.length === 0;
}

/** Whether no transaction is open. */
export async function isUnlocked({ app: { database } }: Installation): Promise<boolean> {
  if (database.dialect === "sqlite") {
    return database
      .transaction(async () => true)
      .catch((error: unknown) => {
        if (String(error).includes("locked")) return false;
        throw error;
      });
  }
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(database.query);
  return rows.length === 0;
}
