import { setImmediate } from "node:timers/promises";
import type { Static } from "typebox";
import type {
  AnalyticsDimension,
  AnalyticsFilter,
  AnalyticsRanking,
  AnalyticsViews,
} from "../contract/analytics-operations.ts";
import { type DayRange, listDays } from "../insight/read-days.ts";
import type { Connection } from "../platform/db/database.ts";
import { planRanking } from "./plan-query.ts";
import { rangeBefore } from "./read-series.ts";
import { hasUnknown, type Source, sumByDay, sumTopValues, sumValues } from "./read-store.ts";
import { otherValue } from "./store.ts";

interface RankRequest {
  dimension: AnalyticsDimension;
  range: DayRange;
  compare: boolean;
  filters: AnalyticsFilter;
  limit: number;
  /** The number of rows on earlier pages. */
  offset: number;
}

const trendParts = 12;
/** All days together. */
const onePart = [""];

export async function rank(
  connection: Connection,
  projectId: string,
  { dimension, range, compare, filters, ...page }: RankRequest,
): Promise<Static<typeof AnalyticsRanking>> {
  const source = planRanking(dimension, filters);
  const measure =
    dimension === "entry" ? ("entries" as const) : dimension === "exit" ? ("exits" as const) : ("views" as const);
  const ranking = { source, column: columnOf(dimension, source), measure };
  const days = listDays(range);
  const place = { projectId, days };
  const parts = startsOfParts(days);
  const sums = await sumTopValues(connection, place, ranking, { ...page, parts });
  const totals = totalsOf(sums);
  const found = mostViewed(totals);
  const shown = found.slice(0, page.limit);
  const values = shown.map(({ value }) => value);
  // SQLite reads in this process, up to a tenth of a second for a year. Other requests are answered in between.
  await setImmediate();
  const before = compare ? { projectId, days: listDays(rangeBefore(range)) } : undefined;
  const earlier = before && totalsOf(await sumValues(connection, before, ranking, { values, parts: onePart }));
  const trends = trendsOf(sums, parts.length);
  return {
    rows: shown.map((row) => ({
      ...row,
      ...(earlier && {
        previousViews: earlier.get(row.value)?.views ?? 0,
        previousVisitors: earlier.get(row.value)?.visitors ?? 0,
      }),
      trend: trends.get(row.value) ?? [],
    })),
    other: totals.get(otherValue) ?? { views: 0, visitors: 0 },
    nextCursor: found.length > page.limit ? String(page.offset + page.limit) : null,
    isPartial: await hasUnknown(connection, place, source),
  };
}

/** Views or visitors of people and agents, by page and in total. */
export async function rankHumanAndAi(
  connection: Connection,
  projectId: string,
  { range, what, limit, offset }: { range: DayRange; what: "views" | "visitors"; limit: number; offset: number },
): Promise<Omit<Static<typeof AnalyticsViews>, "views"> & { pages: Static<typeof AnalyticsViews>["views"] }> {
  const place = { projectId, days: listDays(range) };
  const pages = (kind: "person" | "agent" | undefined) => ({
    source: { table: "days", dimension: "page", kind } as const,
    column: "value" as const,
    measure: "views" as const,
  });
  const found = mostViewed(
    totalsOf(await sumTopValues(connection, place, pages(undefined), { limit, offset, parts: onePart })),
  );
  const values = found.slice(0, limit).map(({ value }) => value);
  const [human, ai] = await Promise.all(
    (["person", "agent"] as const).map(async (kind) =>
      totalsOf(await sumValues(connection, place, pages(kind), { values, parts: onePart })),
    ),
  );
  const count = (one = 0, other = 0) => ({ human: one, ai: other, total: one + other });
  const totals = { person: 0, agent: 0 };
  for (const row of await sumByDay(connection, place, { table: "days", dimension: "total", kind: undefined })) {
    if (row.kind === "person" || row.kind === "agent") totals[row.kind] += row[what];
  }
  return {
    totals: count(totals.person, totals.agent),
    pages: values.map((path) => ({ path, ...count(human?.get(path)?.[what], ai?.get(path)?.[what]) })),
    nextCursor: found.length > limit ? String(offset + limit) : null,
  };
}

function columnOf(dimension: AnalyticsDimension, source: Source): "kind" | "value" | "page" {
  if (dimension === "kind") return "kind";
  return source.table === "days" ? "value" : (dimension as "page");
}

type Sum = { value: string; part: number; views: number; visitors: number };

function totalsOf(sums: readonly Sum[]): Map<string, { views: number; visitors: number }> {
  const totals = new Map<string, { views: number; visitors: number }>();
  for (const { value, views, visitors } of sums) {
    const total = totals.get(value) ?? { views: 0, visitors: 0 };
    totals.set(value, { views: total.views + views, visitors: total.visitors + visitors });
  }
  return totals;
}

function mostViewed(totals: ReadonlyMap<string, { views: number; visitors: number }>) {
  return [...totals]
    .filter(([value]) => value !== otherValue)
    .map(([value, sums]) => ({ value, ...sums }))
    .sort((one, other) => other.views - one.views || (one.value < other.value ? -1 : 1));
}

/** The first day of each part. All parts have the same length, but for a day. */
function startsOfParts(days: readonly string[]): string[] {
  const parts = Math.min(trendParts, days.length);
  return Array.from({ length: parts }, (_, part) => days[Math.ceil((part * days.length) / parts)] ?? "");
}

function trendsOf(sums: readonly Sum[], parts: number): Map<string, number[]> {
  const trends = new Map<string, number[]>();
  for (const { value, part, views } of sums) {
    const trend = trends.get(value) ?? Array.from({ length: parts }, () => 0);
    trend[part] = (trend[part] ?? 0) + views;
    trends.set(value, trend);
  }
  return trends;
}
