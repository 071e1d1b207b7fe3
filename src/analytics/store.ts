import { sql } from "kysely";
import type { Connection, Transaction } from "../platform/db/database.ts";
import { inLockOrder } from "../platform/db/lock-order.ts";
import { insertOnce } from "../platform/db/rows.ts";
import type { Tables } from "../platform/db/tables.ts";
import type { BatchSums } from "./count-batch.ts";

/** Stands for all rare values of a dimension, which are counted together when a day has too many. */
export const otherValue = "(other)";

const rowsPerStatement = 300;
const rowsPerSweep = 5_000;

/** Returns false if this batch was counted before. */
export async function insertBatch(tx: Transaction, id: string, createdAt: number): Promise<boolean> {
  return insertOnce(tx, "analyticsBatches", ["id"], { id, createdAt });
}

/** Those of these projects that still exist. */
export async function listExisting(tx: Transaction, projectIds: readonly string[]): Promise<Set<string>> {
  if (projectIds.length === 0) return new Set();
  const rows = await tx.selectFrom("projects").select("id").where("id", "in", projectIds).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Marks what visitors are counted for on a day. Returns the keys that weren't marked before. */
export async function markSeen(tx: Transaction, day: string, keys: ReadonlySet<number>): Promise<number[]> {
  const found: number[] = [];
  const ordered = [...keys].sort((one, other) => one - other);
  for (const part of partsOf(ordered)) {
    const rows = await tx
      .insertInto("analyticsSeen")
      .values(part.map((key) => ({ day, key })))
      .onConflict((conflict) => conflict.columns(["day", "key"]).doNothing())
      .returning("key")
      .execute();
    found.push(...rows.map(({ key }) => Number(key)));
  }
  return found;
}

export async function addSums(tx: Transaction, { hours, days, views, actions }: BatchSums): Promise<void> {
  await addRows(tx, "analyticsHours", hours);
  await addRows(tx, "analyticsDays", days);
  await addRows(tx, "analyticsViews", views);
  await addRows(tx, "analyticsActions", actions);
}

type SumTable = "analyticsHours" | "analyticsDays" | "analyticsViews" | "analyticsActions";

const ofView: (keyof Tables["analyticsViews"])[] = [
  "page",
  "language",
  "version",
  "kind",
  "agent",
  "referrer",
  "country",
  "device",
];
/** The columns that name a row, and those that are added up. */
export const sumTables = {
  analyticsHours: { key: ["projectId", "hour", "kind"], sums: ["views", "visitors"] },
  analyticsDays: {
    key: ["projectId", "day", "dimension", "value", "kind"],
    sums: ["views", "visitors", "entries", "exits"],
  },
  analyticsViews: { key: ["projectId", "day", ...ofView], sums: ["views", "visitors", "pageVisitors"] },
  analyticsActions: { key: ["projectId", "day", "action", "page", "target"], sums: ["count"] },
} satisfies { [Name in SumTable]: { key: (keyof Tables[Name])[]; sums: (keyof Tables[Name])[] } };

/** Inserts rows. What they count is added to rows with the same key that exist. */
export async function addRows<Name extends keyof typeof sumTables>(
  tx: Transaction,
  table: Name,
  rows: readonly Tables[Name][],
): Promise<void> {
  const { key, sums } = sumTables[table];
  const plus = (column: string) => sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  for (const part of partsOf(rows)) {
    await tx
      .insertInto(table as "analyticsDays")
      .values(part as Tables["analyticsDays"][])
      .onConflict((conflict) =>
        conflict
          .columns(key as (keyof Tables["analyticsDays"])[])
          .doUpdateSet(Object.fromEntries(sums.map((column) => [column, plus(column)]))),
      )
      .execute();
  }
}

interface Visit {
  projectId: string;
  visitor: number;
  page: string;
  seenAt: number;
}

/** Opens visits. Returns the visitors who had none. */
export async function openVisits(tx: Transaction, visits: readonly Visit[]): Promise<Set<number>> {
  const opened = new Set<number>();
  for (const part of partsOf(inVisitorOrder(visits))) {
    const rows = await tx
      .insertInto("analyticsVisits")
      .values(part)
      .onConflict((conflict) => conflict.columns(["projectId", "visitor"]).doNothing())
      .returning("visitor")
      .execute();
    for (const { visitor } of rows) opened.add(Number(visitor));
  }
  return opened;
}

/** The last pages of open visits, which nobody else changes until the transaction ends. */
export async function lockVisits(
  tx: Transaction,
  dialect: "sqlite" | "postgres",
  visitors: readonly number[],
): Promise<Map<number, Visit>> {
  const found = new Map<number, Visit>();
  for (const part of partsOf([...visitors].sort((one, other) => one - other))) {
    const rows = await tx
      .selectFrom("analyticsVisits")
      .selectAll()
      .where("visitor", "in", part)
      .orderBy("visitor")
      .$if(dialect === "postgres", (query) => query.forUpdate())
      .execute();
    for (const row of rows) found.set(Number(row.visitor), { ...row, visitor: Number(row.visitor) });
  }
  return found;
}

export async function putVisits(tx: Transaction, visits: readonly Visit[]): Promise<void> {
  for (const part of partsOf(inVisitorOrder(visits))) {
    await tx
      .insertInto("analyticsVisits")
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(["projectId", "visitor"]).doUpdateSet((row) => ({
          page: row.ref("excluded.page"),
          seenAt: row.ref("excluded.seenAt"),
        })),
      )
      .execute();
  }
}

/** Removes visits without a view since this time, and returns them. */
export async function takeEndedVisits(tx: Transaction, before: number): Promise<Visit[]> {
  return tx
    .deleteFrom("analyticsVisits")
    .where(sql<boolean>`(project_id, visitor) in (
      select project_id, visitor from analytics_visits where seen_at < ${before}
      order by seen_at limit ${sql.lit(rowsPerSweep)})`)
    .returningAll()
    .execute();
}

/** Deletes marks of days that are over, and batches that nobody sends again, in limited numbers. */
export async function sweepMarks(connection: Connection, beforeDay: string, beforeTime: number): Promise<void> {
  await sql`delete from analytics_seen where (day, key) in (
    select day, key from analytics_seen where day < ${beforeDay} limit ${sql.lit(rowsPerSweep * 10)})`.execute(
    connection,
  );
  await sql`delete from analytics_batches where id in (
    select id from analytics_batches where created_at < ${beforeTime} limit ${sql.lit(rowsPerSweep)})`.execute(
    connection,
  );
}

const dayTables = ["analytics_days", "analytics_views", "analytics_actions"] as const;

/** Deletes what a project has from before this day. */
export async function deleteDays(connection: Connection, projectId: string, beforeDay: string): Promise<void> {
  for (const table of dayTables) {
    await sql`delete from ${sql.table(table)} where project_id = ${projectId} and day < ${beforeDay}`.execute(
      connection,
    );
  }
  await connection
    .deleteFrom("analyticsHours")
    .where("projectId", "=", projectId)
    .where("hour", "<", beforeDay)
    .execute();
}

/** Deletes the sums of days before this one in all projects. */
export async function sweepDays(connection: Connection, beforeDay: string): Promise<void> {
  const projects = await connection.selectFrom("projects").select("id").execute();
  for (const { id } of projects) await deleteDays(connection, id, beforeDay);
}

function inVisitorOrder(visits: readonly Visit[]): Visit[] {
  return inLockOrder(visits, ({ visitor }) => String(visitor).padStart(16, "0"));
}

function partsOf<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    parts.push(rows.slice(start, start + rowsPerStatement));
  }
  return parts;
}
