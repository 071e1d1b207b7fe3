import { sql } from "kysely";
import type { Database } from "../../src/platform/db/database.ts";

/**
 * Lets the leases of all running jobs expire, or of the given ones. Short leases would be no alternative: on a busy
 * machine, live workers would lose theirs, and each loss would cost the job an attempt.
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
