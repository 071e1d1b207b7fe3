import type { Connection } from "../db/database.ts";
import type { SweepCountRow } from "../db/tables.ts";

/**
 * Counts how often sweeps ran and failed. The counts are in the database because sweeps run in the worker, but /metrics
 * is served by the API.
 */
export async function countSweep(connection: Connection, name: string, isFailure: boolean): Promise<void> {
  const failures = Number(isFailure);
  await connection
    .insertInto("sweepCounts")
    .values({ name, runs: 1, failures })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((row) => ({
        runs: row("sweepCounts.runs", "+", 1),
        failures: row("sweepCounts.failures", "+", failures),
      })),
    )
    .execute();
}

export async function listSweepCounts(connection: Connection): Promise<SweepCountRow[]> {
  return connection.selectFrom("sweepCounts").selectAll().orderBy("name").execute();
}
