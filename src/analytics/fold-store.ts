import { type RawBuilder, sql } from "kysely";
import type { Transaction } from "../platform/db/database.ts";
import type { AnalyticsActionRow, AnalyticsDayRow, AnalyticsViewRow } from "../platform/db/tables.ts";
import { sorted } from "./count-batch.ts";
import { addRows, otherValue } from "./store.ts";

/** How many rows a project may have for one day: a day with more is folded, which leaves `kept`. */
export const foldLimits = { max: 600, kept: 300 };

/**
 * Keeps a day small: if there are too many rows, the ones with the fewest views lose what makes them rare, and are
 * counted together. What is added up again is exactly what was deleted, so two servers can do this at the same time.
 */
export async function foldDay(
  tx: Transaction,
  projectId: string,
  day: string,
  limits: Limits = foldLimits,
): Promise<void> {
  const { rows: dimensions } = await sql<{ dimension: AnalyticsDayRow["dimension"]; count: number }>`
    select dimension, count(*) as count from analytics_days
    where project_id = ${projectId} and day = ${day} group by dimension`.execute(tx);
  for (const { dimension, count } of dimensions) {
    if (Number(count) <= limits.max) continue;
    const { rows } = await sql<AnalyticsDayRow>`
      delete from analytics_days where project_id = ${projectId} and day = ${day} and dimension = ${dimension}
        and (value, kind) in (
          select value, kind from analytics_days
          where project_id = ${projectId} and day = ${day} and dimension = ${dimension} and value <> ${otherValue}
          order by views, value, kind limit ${excess(
            sql`analytics_days where project_id = ${projectId} and day = ${day}
            and dimension = ${dimension}`,
            limits,
          )})
      returning *`.execute(tx);
    const merged = merge(rows, (row) => ({ ...row, value: otherValue }), ["views", "visitors", "entries", "exits"]);
    await addRows(tx, "analyticsDays", merged);
  }
  await foldViews(tx, projectId, day, limits);
  await foldActions(tx, projectId, day, limits);
}

const rareColumns = ["referrer", "country", "device"] as const;

/** Rare combinations first lose where the reader came from, and then the page. */
async function foldViews(tx: Transaction, projectId: string, day: string, limits: Limits): Promise<void> {
  for (const columns of [rareColumns, [...rareColumns, "page", "agent"] as const]) {
    const count = await countRows(tx, "analytics_views", projectId, day);
    if (count <= limits.max) return;
    const isFolded = sql.join(
      columns.map((name) => sql`${sql.ref(name)} = ${otherValue}`),
      sql` and `,
    );
    const key = sql`page, language, version, kind, agent, referrer, country, device`;
    const { rows } = await sql<AnalyticsViewRow>`
      delete from analytics_views where project_id = ${projectId} and day = ${day} and (${key}) in (
        select ${key} from analytics_views
        where project_id = ${projectId} and day = ${day} and not (${isFolded})
        order by views, page, referrer, country
        limit ${excess(sql`analytics_views where project_id = ${projectId} and day = ${day}`, limits)})
      returning *`.execute(tx);
    const other = Object.fromEntries(columns.map((name) => [name, otherValue]));
    const merged = merge(rows, (row) => ({ ...row, ...other }), ["views", "visitors", "pageVisitors"]);
    await addRows(tx, "analyticsViews", merged);
  }
}

async function foldActions(tx: Transaction, projectId: string, day: string, limits: Limits): Promise<void> {
  const count = await countRows(tx, "analytics_actions", projectId, day);
  if (count <= limits.max) return;
  const { rows } = await sql<AnalyticsActionRow>`
    delete from analytics_actions where project_id = ${projectId} and day = ${day} and (action, page, target) in (
      select action, page, target from analytics_actions
      where project_id = ${projectId} and day = ${day} and target <> ${otherValue}
      order by count, action, page, target
      limit ${excess(sql`analytics_actions where project_id = ${projectId} and day = ${day}`, limits)})
    returning *`.execute(tx);
  const merged = merge(rows, (row) => ({ ...row, page: otherValue, target: otherValue }), ["count"]);
  await addRows(tx, "analyticsActions", merged);
}

type Limits = { max: number; kept: number };

/**
 * How many rows are too many. It is counted by the statement that deletes them: another server may have folded the day
 * since it was counted before, and the rest would be deleted, too.
 */
function excess(rows: RawBuilder<unknown>, { max, kept }: Limits): RawBuilder<unknown> {
  return sql`(select case when count(*) > ${sql.lit(max)} then count(*) - ${sql.lit(kept)} else 0 end from ${rows})`;
}

async function countRows(tx: Transaction, table: string, projectId: string, day: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where project_id = ${projectId} and day = ${day}`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

/** Changes the rows, and adds up those that are then the same. */
function merge<Row extends object>(
  rows: readonly Row[],
  change: (row: Row) => Row,
  sums: readonly (keyof Row & string)[],
): Row[] {
  const merged = new Map<string, Row>();
  for (const row of rows.map(change)) {
    const name = JSON.stringify(Object.entries(row).filter(([column]) => !sums.includes(column as keyof Row & string)));
    const known = merged.get(name);
    if (known === undefined) merged.set(name, { ...row });
    else for (const column of sums) Object.assign(known, { [column]: Number(known[column]) + Number(row[column]) });
  }
  return sorted(merged);
}
