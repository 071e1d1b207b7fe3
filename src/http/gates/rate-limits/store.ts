import { sql } from "kysely";
import { compileOnce } from "../../../platform/db/compile-once.ts";
import type { Connection, Database } from "../../../platform/db/database.ts";

export interface Window {
  count: number;
  resetAt: number;
}

/**
 * Counts one request, or an amount, and tells where its window stands, in one statement: two nodes that count at once never
 * lose one. A window that is over begins anew.
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

/** Where a window stands, also one that is over. */
export function prepareReadWindow(database: Database): ReadWindow {
  const read = database.prepare<{ count: number; reset_at: number }>(
    "select count, reset_at from rate_limits where name = ? and subject = ?",
  );
  return async (name, subject) => {
    const row = await read.first([name, subject]);
    return row && { count: row.count, resetAt: row.reset_at };
  };
}

/** Where the windows of a subject stand, by their names; those that are over or never began are left out. */
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

/** Forgets windows that are over. */
export async function sweepWindows(connection: Connection, now: number): Promise<void> {
  await connection.deleteFrom("rate_limits").where("reset_at", "<=", now).execute();
}
