import type { Static } from "typebox";
import {
  type AnalyticsFilter,
  type AnalyticsSeries,
  type ReaderKind,
  readerKinds,
} from "../contract/analytics-operations.ts";
import { type DayRange, listDays } from "../insight/read-days.ts";
import { dayMilliseconds, dayOf } from "../platform/clock.ts";
import type { Connection } from "../platform/db/database.ts";
import { planSeries } from "./plan-query.ts";
import { hasUnknown, type Source, sumByDay, sumByHour } from "./read-store.ts";

type Series = Static<typeof AnalyticsSeries>;
type Period = NonNullable<Series["previous"]>;
type ByKind = Record<ReaderKind, number>;

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));

export async function readSeries(
  connection: Connection,
  projectId: string,
  { range, compare, filters }: { range: DayRange; compare: boolean; filters: AnalyticsFilter },
): Promise<Series> {
  const source = planSeries(filters);
  const isByHour = range.from === range.to && source.table === "days" && source.dimension === "total";
  const read = (each: DayRange) => readPeriod(connection, projectId, each, source, isByHour);
  const before = compare ? rangeBefore(range) : undefined;
  return {
    unit: isByHour ? "hour" : "day",
    ...(await read(range)),
    ...(before && { previous: await read(before) }),
    isPartial: await hasUnknown(connection, { projectId, days: listDays(range) }, source),
  };
}

/** The same number of days right before the range. */
export function rangeBefore(range: DayRange): DayRange {
  const days = listDays(range).length;
  const back = (day: string, count: number) => dayOf(Date.parse(day) - count * dayMilliseconds);
  return { from: back(range.from, days), to: back(range.from, 1) };
}

async function readPeriod(
  connection: Connection,
  projectId: string,
  range: DayRange,
  source: Source,
  isByHour: boolean,
): Promise<Period> {
  const days = listDays(range);
  const rows = isByHour
    ? await sumByHour(connection, { projectId, day: range.from, kind: source.kind })
    : await sumByDay(connection, { projectId, days }, source);
  const moments = isByHour ? hours.map((hour) => `${range.from}T${hour}`) : days;
  const points = new Map(moments.map((at) => [at, { views: zeros(), visitors: zeros() }]));
  const totals = { views: zeros(), visitors: zeros() };
  for (const { at, kind, views, visitors } of rows) {
    const point = points.get(at);
    if (point === undefined) continue;
    point.views[kind] += views;
    point.visitors[kind] += visitors;
    totals.views[kind] += views;
    totals.visitors[kind] += visitors;
  }
  // A visitor who reads in two hours of a day is one visitor of the day.
  if (isByHour) totals.visitors = zeros();
  for (const { kind, visitors } of isByHour ? await sumByDay(connection, { projectId, days }, source) : []) {
    totals.visitors[kind] += visitors;
  }
  return { ...range, points: [...points].map(([at, point]) => ({ at, ...point })), totals };
}

function zeros(): ByKind {
  return Object.fromEntries(readerKinds.map((kind) => [kind, 0])) as ByKind;
}
