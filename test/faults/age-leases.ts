import { sql } from "kysely";
import type { Database } from "../../src/platform/db/database.ts";

/**
 * Time passes for jobs that are running: for all of them, or for those of these ids. To wait for it instead, leases would
 * have to be so short that a busy machine takes them from living workers too, and with each a try of the job.
 */
export async function ageLeases(database: Database, seconds: number, ids?: readonly string[]): Promise<void> {
  if (ids?.length === 0) {
    return;
  }
  if (database.dialect === "sqlite") {
    const chosen = ids === undefined ? sql`true` : sql`substr(id, length(kind) + 2) in (${sql.join(ids)})`;
    await sql`
      update queue_jobs set lease_until = lease_until - ${seconds * 1_000} where state = 'running' and ${chosen}`.execute(
      database.query,
    );
    return;
  }
  const chosen = ids === undefined ? sql`true` : sql`data ->> 'id' in (${sql.join(ids)})`;
  await sql`
    update pgboss.job set heartbeat_on = heartbeat_on - make_interval(secs => ${seconds})
    where state = 'active' and ${chosen}`.execute(database.query);
}
