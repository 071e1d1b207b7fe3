import type { Connection } from "../db/database.ts";
import type { SweepCountRow } from "../db/tables/bookkeeping.ts";

/** Sweeps run in the worker, and the API shows their counts in /metrics; the database connects the two. */
export async function countSweep(connection: Connection, name: string, isFailure: boolean): Promise<void> {
  const failures = Number(isFailure);
  await connection
    .insertInto("sweep_counts")
    .values({ name, runs: 1, failures })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((row) => ({
        runs: row("sweep_counts.runs", "+", 1),
        failures: row("sweep_counts.failures", "+", failures),
      })),
    )
    .execute();
}

export async function listSweepCounts(connection: Connection): Promise<SweepCountRow[]> {
  return connection.selectFrom("sweep_counts").selectAll().orderBy("name").execute();
}
