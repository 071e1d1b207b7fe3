import type { AnalyticsDimension } from "../../../src/contract/analytics-operations.ts";
import { readerKinds } from "./dimensions.ts";
import type { Period } from "./period.ts";

const tabs = ["traffic", "searches", "questions", "feedback"] as const;
export type AnalyticsTab = (typeof tabs)[number];

/** The periods that people can choose with one click, in days. */
export const periods = [1, 7, 30, 90, 365] as const;
type PeriodDays = (typeof periods)[number];

export const filterNames = [
  "page",
  "folder",
  "language",
  "version",
  "referrer",
  "country",
  "device",
  "agent",
] as const satisfies readonly AnalyticsDimension[];
export type FilterName = (typeof filterNames)[number];
const devices = ["desktop", "mobile", "tablet"] as const;
export type Filters = Partial<Record<Exclude<FilterName, "device">, string>> & { device?: (typeof devices)[number] };

const audiences = [...readerKinds, "all"] as const;
export type Audience = (typeof audiences)[number];

export const measures = ["visitors", "views", "agents", "bots"] as const;
export type Measure = (typeof measures)[number];

/** What the analytics pages show. All of it is in the address, so that a view can be shared. */
export type AnalyticsSearch = {
  [name in FilterName]?: string | undefined;
} & {
  tab?: AnalyticsTab | undefined;
  days?: PeriodDays | undefined;
  /** A period of its own, in place of `days`. */
  from?: string | undefined;
  to?: string | undefined;
  /** Defaults to people. */
  kind?: Audience | undefined;
  measure?: Measure | undefined;
};

const filterLengthMax = 300;

export function readAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const period = readPeriod(search.from, search.to);
  return {
    tab: oneOf(tabs, search.tab),
    days: oneOf(periods, search.days),
    from: period?.from,
    to: period?.to,
    kind: oneOf(audiences, search.kind),
    measure: oneOf(measures, search.measure),
    ...Object.fromEntries(filterNames.map((name) => [name, readFilter(search[name])])),
    device: oneOf(devices, search.device),
  };
}

export function filtersOf(search: AnalyticsSearch): Filters {
  const given = filterNames.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]]));
  return Object.fromEntries(given) as Filters;
}

const periodDaysMax = 400;
const dayMilliseconds = 86_400_000;

/** A period that the server accepts; undefined otherwise. */
export function readPeriod(from: unknown, to: unknown): Period | undefined {
  if (!isDay(from) || !isDay(to)) return undefined;
  const days = (Date.parse(to) - Date.parse(from)) / dayMilliseconds + 1;
  return days >= 1 && days <= periodDaysMax ? { from, to } : undefined;
}

function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** The router reads `version=2` as a number. */
function readFilter(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.length <= filterLengthMax ? text : undefined;
}

function oneOf<Value>(known: readonly Value[], value: unknown): Value | undefined {
  return known.find((each) => each === value);
}
