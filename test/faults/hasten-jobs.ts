import { sql } from "kysely";
import type { Database } from "../../src/platform/db/database.ts";

/** Makes every delayed job due. */
export async function hastenJobs(database: Database): Promise<void> {
  const hastened =
    database.dialect === "sqlite"
      ? sql`update queue_jobs set run_at = 0 where state = 'waiting'`
      : sql`update pgboss.job set start_after = now() where state < 'active' and start_after > now()`;
  await hastened.execute(database.query);
}
