import { hash } from "node:crypto";
import { dayOf, isoTime } from "../platform/clock.ts";
import type { AnalyticsActionRow, AnalyticsDayRow, AnalyticsViewRow, Tables } from "../platform/db/tables.ts";
import type { SeenAction, View } from "./events.ts";

type HourRow = Tables["analyticsHours"];

/** What a batch adds to the sums. */
export interface BatchSums {
  hours: HourRow[];
  days: AnalyticsDayRow[];
  views: AnalyticsViewRow[];
  actions: AnalyticsActionRow[];
}

/** A reader is counted once for each of these on a day. */
interface Marks {
  site: number;
  hour: number;
  page: number;
  /** Dimensions of which one visitor can have several values on a day. */
  values: { dimension: AnalyticsDayRow["dimension"]; value: string; key: number }[];
}

const foldersDeepMax = 3;
const hourLength = "2026-03-02T13".length;
/** Hashes are safe integers, so both databases return them as numbers. */
const hashDigits = 13;

/** The keys of a view: what its visitor may be counted for the first time today. */
export function marksOf({ visitor, kind, at, page, language, version, referrer, form }: View): Marks {
  const key = (what: string) =>
    Number.parseInt(hash("sha256", `${visitor}\n${kind}\n${what}`, "hex").slice(0, hashDigits), 16);
  const value = (dimension: AnalyticsDayRow["dimension"], text: string) => ({
    dimension,
    value: text,
    key: key(`${dimension} ${text}`),
  });
  return {
    site: key(""),
    hour: key(isoTime(at).slice(0, hourLength)),
    page: key(page),
    values: [
      ...foldersOf(page).map((folder) => value("folder", folder)),
      value("language", language),
      value("version", version),
      value("referrer", referrer),
      value("form", form),
    ],
  };
}

export function keysOf({ site, hour, page, values }: Marks): number[] {
  return [site, hour, page, ...values.map(({ key }) => key)];
}

/** The sums of a batch. `takeFirst` is true once for each key that nobody was counted for before. */
export function countBatch(
  views: readonly { view: View; marks: Marks }[],
  actions: readonly SeenAction[],
  takeFirst: (day: string, key: number) => boolean,
): BatchSums {
  const hours = new Map<string, HourRow>();
  const days = new Map<string, AnalyticsDayRow>();
  const combinations = new Map<string, AnalyticsViewRow>();
  for (const { view, marks } of views) {
    const { projectId, kind, page, language, version, agent, referrer, country, device, times = 1 } = view;
    const day = dayOf(view.at);
    const first = (key: number) => (takeFirst(day, key) ? 1 : 0);
    const [visitors, hourVisitors, pageVisitors] = [first(marks.site), first(marks.hour), first(marks.page)];
    const addDay = (dimension: AnalyticsDayRow["dimension"], value: string, newVisitors: number) => {
      add(
        days,
        { projectId, day, dimension, value, kind },
        { views: times, visitors: newVisitors, entries: 0, exits: 0 },
      );
    };
    const hour = isoTime(view.at).slice(0, hourLength);
    add(hours, { projectId, hour, kind }, { views: times, visitors: hourVisitors });
    addDay("total", "", visitors);
    addDay("page", page, pageVisitors);
    addDay("country", country, visitors);
    // These depend on the user agent, so a visitor has one of each.
    addDay(kind === "person" ? "device" : "agent", kind === "person" ? device : agent, visitors);
    for (const { dimension, value, key } of marks.values) addDay(dimension, value, first(key));
    const combination = { projectId, day, page, language, version, kind, agent, referrer, country, device };
    add(combinations, combination, { views: times, visitors, pageVisitors });
  }
  const acted = new Map<string, AnalyticsActionRow>();
  for (const { projectId, at, action, page, target } of actions) {
    add(acted, { projectId, day: dayOf(at), action, page, target }, { count: 1 });
  }
  return { hours: sorted(hours), days: sorted(days), views: sorted(combinations), actions: sorted(acted) };
}

/** The folders of a page, outermost first: of `/guides/start/linux`, `/guides` and `/guides/start`. */
function foldersOf(page: string): string[] {
  const parts = page.split("/").slice(1, -1).slice(0, foldersDeepMax);
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join("/")}`);
}

/** Adds to the row with the same key columns. */
function add<Row extends object, Sum extends keyof Row & string>(
  rows: Map<string, Row>,
  columns: Omit<Row, Sum>,
  sums: Record<Sum, number> & Pick<Row, Sum>,
): void {
  const name = Object.values(columns).join("\n");
  const row = rows.get(name);
  if (row === undefined) rows.set(name, { ...columns, ...sums } as unknown as Row);
  else
    for (const column of Object.keys(sums) as Sum[])
      Object.assign(row, { [column]: Number(row[column]) + sums[column] });
}

/** Where visits began and ended, as rows of their days. */
export class VisitRows {
  readonly #rows = new Map<string, AnalyticsDayRow>();

  count(
    what: "entries" | "exits",
    { projectId, page, seenAt }: { projectId: string; page: string; seenAt: number },
  ): void {
    const day = dayOf(Number(seenAt));
    const key = JSON.stringify([projectId, day, page]);
    const row = this.#rows.get(key) ?? {
      ...{ projectId, day, dimension: "page", value: page, kind: "person" },
      ...{ views: 0, visitors: 0, entries: 0, exits: 0 },
    };
    row[what]++;
    this.#rows.set(key, row);
  }

  list(): AnalyticsDayRow[] {
    return sorted(this.#rows);
  }
}

/** Sorted by key, so that two servers lock the same rows in the same order. */
export function sorted<Row>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}
