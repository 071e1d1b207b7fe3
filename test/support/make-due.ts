import { sql } from "kysely";
import type { Database } from "../../src/platform/db/database.ts";

/** Lets jobs that wait for a later time run now. */
export async function makeDue({ dialect, query }: Database): Promise<void> {
  const statement =
    dialect === "sqlite"
      ? sql`update queue_jobs set run_at = 0 where state = 'waiting'`
      : sql`update pgboss.job set start_after = now() where state < 'active'`;
  await statement.execute(query);
}
