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
  return { count: row?.count ?? 0, resetAt: row?.resetAt ?? now };
}

const countStatement = compileOnce(
  ["name", "subject", "amount", "now", "reset"],
  (connection, { name, subject, ...values }) =>
    connection
      .insertInto("rateLimits")
      .values({ name, subject, count: values.amount, resetAt: values.reset })
      .onConflict((conflict) =>
        conflict.columns(["name", "subject"]).doUpdateSet({
          count: sql`case when rate_limits.reset_at <= ${values.now} then excluded.count else rate_limits.count + excluded.count end`,
          resetAt: sql`case when rate_limits.reset_at <= ${values.now} then excluded.reset_at else rate_limits.reset_at end`,
        }),
      )
      .returning(["count", "resetAt"]),
);

export type ReadWindow = (name: string, subject: string) => Promise<Window | undefined>;

/** Returns expired windows too. */
export function prepareReadWindow(database: Database): ReadWindow {
  const read = database.prepare<{ count: number; resetAt: number }>(
    "select count, reset_at from rate_limits where name = ? and subject = ?",
  );
  return (name, subject) => read.first([name, subject]);
}

/** The running windows of a subject, by name. */
export async function readWindows(connection: Connection, subject: string, names: readonly string[], now: number) {
  const windows = connection.selectFrom("rateLimits").selectAll().where("subject", "=", subject);
  const rows = await windows.where("name", "in", names).where("resetAt", ">", now).execute();
  return new Map(rows.map(({ name, count, resetAt }) => [name, { count, resetAt }]));
}

export async function deleteWindows(connection: Connection, names: readonly string[], subject: string): Promise<void> {
  await connection.deleteFrom("rateLimits").where("name", "in", names).where("subject", "=", subject).execute();
}

export async function sweepWindows(connection: Connection, now: number): Promise<void> {
  await connection.deleteFrom("rateLimits").where("resetAt", "<=", now).execute();
}
