import { sql } from "kysely";
import { compileOnce } from "../db/compile-once.ts";
import type { Connection, Database } from "../db/database.ts";

export interface Window {
  count: number;
  resetAt: number;
}

/**
 * Adds to a counter and returns its window, in a single statement so that concurrent nodes never lose an increment. An
 * expired window starts over.
 */
export async function countInWindow(
  connection: Connection,
  name: string,
  subject: string,
  now: number,
  windowMilliseconds: number,
  amount = 1,
): Promise<Window> {
  const [row] = await countStatement(connection, { name, subject, amount, now, reset: now + windowMilliseconds });
  return { count: row?.count ?? 0, resetAt: row?.reset_at ?? now };
}

const countStatement = compileOnce(
  ["name", "subject", "amount", "now", "reset"],
  (connection, { name, subject, ...values }) =>
    connection
      .insertInto("rate_limits")
      .values({ name, subject, count: values.amount, reset_at: values.reset })
      .onConflict((conflict) =>
        conflict.columns(["name", "subject"]).doUpdateSet({
          count: sql`case when rate_limits.reset_at <= ${values.now} then excluded.count else rate_limits.count + excluded.count end`,
          reset_at: sql`case when rate_limits.reset_at <= ${values.now} then excluded.reset_at else rate_limits.reset_at end`,
        }),
      )
      .returning(["count", "reset_at"]),
);

export type ReadWindow = (name: string, subject: string) => Promise<Window | undefined>;

/** Returns expired windows too. */
export function prepareReadWindow(database: Database): ReadWindow {
  const read = database.prepare<{ count: number; reset_at: number }>(
    "select count, reset_at from rate_limits where name = ? and subject = ?",
  );
  return async (name, subject) => {
    const row = await read.first([name, subject]);
    return row && { count: row.count, resetAt: row.reset_at };
  };
}

/** The running windows of a subject, by name. */
export async function readWindows(
  connection: Connection,
  subject: string,
  names: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Window>> {
  const rows = await connection
    .selectFrom("rate_limits")
    .selectAll()
    .where("name", "in", names)
    .where("subject", "=", subject)
    .where("reset_at", ">", now)
    .execute();
  return new Map(rows.map(({ name, count, reset_at }) => [name, { count, resetAt: reset_at }]));
}

export async function deleteWindows(connection: Connection, names: readonly string[], subject: string): Promise<void> {
  await connection.deleteFrom("rate_limits").where("name", "in", names).where("subject", "=", subject).execute();
}

export async function sweepWindows(connection: Connection, now: number): Promise<void> {
  await connection.deleteFrom("rate_limits").where("reset_at", "<=", now).execute();
}
