import { type RawBuilder, sql } from "kysely";
import { type ReaderAction, type ReaderKind, readerActions } from "../contract/analytics-operations.ts";
import type { Connection } from "../platform/db/database.ts";
import type { AnalyticsDayRow } from "../platform/db/tables.ts";
import { otherValue } from "./store.ts";

export type DayDimension = AnalyticsDayRow["dimension"];

/** The rows that a query reads. */
export type Source =
  | {
      table: "days";
      dimension: DayDimension;
      value?: string;
      /** Only values that are paths below this one. */
      below?: string;
      kind: ReaderKind | undefined;
    }
  | {
      table: "views";
      equal: Readonly<Partial<Record<FilteredColumn, string>>>;
      below: string | undefined;
      visitors: "visitors" | "pageVisitors";
      kind: ReaderKind | undefined;
    };

type FilteredColumn = "page" | "language" | "version" | "referrer" | "country" | "device" | "agent";

/** What is summed up: views and visitors, or the visits that began or ended on a page. */
type Measure = "views" | "entries" | "exits";

interface Sums {
  views: number;
  visitors: number;
}

export interface Place {
  projectId: string;
  days: readonly string[];
}

/** Views and visitors by day and kind of reader. */
export async function sumByDay(
  connection: Connection,
  place: Place,
  source: Source,
): Promise<({ at: string; kind: ReaderKind } & Sums)[]> {
  const { rows } = await sql<{ at: string; kind: ReaderKind } & Sums>`
    select day as at, kind, sum(views) as views, sum(${visitorsOf(source)}) as visitors
    from ${tableOf(source)} where ${conditions(place, source)} group by day, kind`.execute(connection);
  return rows.map(withNumbers);
}

export async function sumByHour(
  connection: Connection,
  { projectId, day, kind }: { projectId: string; day: string; kind: ReaderKind | undefined },
): Promise<({ at: string; kind: ReaderKind } & Sums)[]> {
  return connection
    .selectFrom("analyticsHours")
    .select(["hour as at", "kind", "views", "visitors"])
    .where("projectId", "=", projectId)
    .where("hour", ">=", `${day}T00`)
    .where("hour", "<=", `${day}T23`)
    .$if(kind !== undefined, (hours) => hours.where("kind", "=", kind as ReaderKind))
    .execute();
}

interface Ranking {
  source: Source;
  /** The column with the ranked values. */
  column: "value" | "kind" | FilteredColumn;
  measure: Measure;
}

/**
 * The sums of the values with the most views in each part of the days, in no order, and of the rare values that were
 * counted together. They are in one query, which reads the rows once. Includes one value more than the limit if there
 * are more.
 */
export async function sumTopValues(
  connection: Connection,
  place: Place,
  { source, column, measure }: Ranking,
  { limit, offset, parts }: { limit: number; offset: number; parts: readonly string[] },
): Promise<({ value: string; part: number } & Sums)[]> {
  const { rows } = await sql<{ value: string; part: number } & Sums>`
    with sums as (
      select ${sql.ref(column)} as value, ${partOfDay(parts)} as part, sum(${sql.ref(measure)}) as views,
        sum(${visitorsOf(source)}) as visitors
      from ${tableOf(source)} where ${conditions(place, source)} and ${sql.ref(measure)} > 0
      group by 1, 2
    ), top as (
      select value from sums where value <> ${otherValue}
      group by value order by sum(views) desc, value limit ${limit + 1} offset ${offset}
    )
    select value, part, views, visitors from sums
    where value = ${otherValue} or value in (select value from top)`.execute(connection);
  return rows.map(withNumbers);
}

/** The sums of some values in each part of the days. */
export async function sumValues(
  connection: Connection,
  place: Place,
  { source, column, measure }: Ranking,
  { values, parts }: { values: readonly string[]; parts: readonly string[] },
): Promise<({ value: string; part: number } & Sums)[]> {
  if (values.length === 0) return [];
  const { rows } = await sql<{ value: string; part: number } & Sums>`
    select ${sql.ref(column)} as value, ${partOfDay(parts)} as part, sum(${sql.ref(measure)}) as views,
      sum(${visitorsOf(source)}) as visitors
    from ${tableOf(source)} where ${conditions(place, source)} and ${sql.ref(column)} in (${sql.join(values)})
    group by 1, 2`.execute(connection);
  return rows.map(withNumbers);
}

/** The number of a day's part. A part begins with one of these days. The database adds up fewer rows this way. */
function partOfDay(parts: readonly string[]): RawBuilder<number> {
  const ends = parts.slice(1).map((day, part) => sql`when day < ${day} then ${sql.lit(part)}`);
  const last = sql<number>`${sql.lit(parts.length - 1)}`;
  return ends.length === 0 ? last : sql<number>`case ${sql.join(ends, sql` `)} else ${last} end`;
}

/** Whether rows exist that could belong to the filters, but lost the column that is filtered. */
export async function hasUnknown(connection: Connection, place: Place, source: Source): Promise<boolean> {
  if (source.table === "days") return false;
  const columns = [...Object.keys(source.equal), ...(source.below === undefined ? [] : ["page"])];
  const isOther = columns.map((name) => sql`${sql.ref(name)} = ${otherValue}`);
  if (isOther.length === 0) return false;
  const { rows } = await sql`
    select 1 from analytics_views
    where ${within(place)} and (${sql.join(isOther, sql` or `)}) limit 1`.execute(connection);
  return rows.length > 0;
}

export async function listActions(
  connection: Connection,
  place: Place,
  { action, page, by }: { action?: ReaderAction; page?: string; by?: "page" | "target" },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ action: ReaderAction; page: string; target: string; count: number }[]> {
  const page_ = by === "target" ? sql`''` : sql.ref("page");
  const target = by === "page" ? sql`''` : sql.ref("target");
  const groups = [sql.ref("action"), ...(by === "target" ? [] : [page_]), ...(by === "page" ? [] : [target])];
  const { rows } = await sql<{ action: ReaderAction; page: string; target: string; count: number }>`
    select action, ${page_} as page, ${target} as target, sum(count) as count from analytics_actions
    where ${within(place)}
      and action in (${sql.join(action === undefined ? readerActions : [action])})
      ${page === undefined ? sql`` : sql`and page = ${page}`}
    group by ${sql.join(groups)} order by 4 desc, 1, 2, 3 limit ${limit + 1} offset ${offset}`.execute(connection);
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export async function countActions(connection: Connection, place: Place, action: ReaderAction): Promise<number> {
  const { rows } = await sql<{ count: number | null }>`
    select sum(count) as count from analytics_actions where ${within(place)} and action = ${action}`.execute(
    connection,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Days are listed, because both databases then look up each one in the key instead of reading all dimensions. */
export function within({ projectId, days }: Place): RawBuilder<unknown> {
  return sql`project_id = ${projectId} and day in (${sql.join(days)})`;
}

function conditions(place: Place, source: Source): RawBuilder<unknown> {
  const all = [within(place)];
  if (source.kind !== undefined) all.push(sql`kind = ${source.kind}`);
  if (source.table === "days") {
    all.push(sql`dimension = ${source.dimension}`);
    if (source.value !== undefined) all.push(sql`value = ${source.value}`);
    if (source.below !== undefined) all.push(isBelow("value", source.below));
    return sql.join(all, sql` and `);
  }
  for (const [name, value] of Object.entries(source.equal)) {
    if (value !== undefined) all.push(sql`${sql.ref(name)} = ${value}`);
  }
  if (source.below !== undefined) all.push(isBelow("page", source.below));
  return sql.join(all, sql` and `);
}

function isBelow(column: string, path: string): RawBuilder<unknown> {
  const prefix = path === "/" ? path : `${path}/`;
  return sql`(${sql.ref(column)} = ${path} or substr(${sql.ref(column)}, 1, ${sql.lit(prefix.length)}) = ${prefix})`;
}

function tableOf({ table }: Source): RawBuilder<unknown> {
  return table === "days" ? sql.table("analytics_days") : sql.table("analytics_views");
}

function visitorsOf(source: Source): RawBuilder<unknown> {
  return sql.ref(source.table === "days" ? "visitors" : source.visitors);
}

function withNumbers<Row extends Sums>(row: Row): Row {
  return { ...row, views: Number(row.views), visitors: Number(row.visitors) };
}
