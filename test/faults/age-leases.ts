import { sql } from "kysely";
import type { Database } from "../../src/platform/db/database.ts";

/**
 * Makes the leases of all running jobs expire, or only those of the given jobs. Tests don't use short leases instead,
 * because live workers on a busy machine would lose their leases, and each loss would use up one of the job's attempts.
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
