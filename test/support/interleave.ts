import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Database, Transaction } from "../../src/platform/db/database.ts";
import { AppError } from "../../src/platform/errors.ts";

type Operation = (database: Database) => Promise<unknown>;

/** `done`, or why it failed. */
export function outcomeOf(operation: Promise<unknown>): Promise<string> {
  const failed = (error: unknown) => (error instanceof AppError ? error.code : String(error));
  return operation.then(() => "done", failed);
}

/**
 * Runs an operation, and a second one before the first has committed what it wrote: the second one sees the state from
 * before, unless it waits for a lock.
 */
export async function interleave(database: Database, first: Operation, second: Operation): Promise<string[]> {
  const [written, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held: Database = {
    ...database,
    transaction: (work, options) =>
      database.transaction(async (tx: Transaction) => {
        const result = await work(tx);
        written.resolve();
        await released.promise;
        return result;
      }, options),
  };
  const one = outcomeOf(first(held));
  await Promise.race([written.promise, one]);
  let isOver = false;
  const other = outcomeOf(second(database)).finally(() => (isOver = true));
  // SQLite has one connection, so that there the second one always waits.
  while (database.dialect === "postgres" && !isOver && !(await isWaiting(database))) await setImmediate();
  released.resolve();
  return Promise.all([one, other]);
}

export async function isWaiting({ query }: Database): Promise<boolean> {
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return (await waiting.execute(query)).rows.length > 0;
}
