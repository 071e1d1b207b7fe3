import type { AnalyticsDimension, ReaderAction, ReaderKind } from "../../../contract/analytics-operations.ts";

/** Views of pages, and what readers do on them, as sums. Days and hours are UTC: 2026-03-02, 2026-03-02T13. */
export interface AnalyticsTables {
  analyticsHours: { projectId: string; hour: string; kind: ReaderKind; views: number; visitors: number };
  analyticsDays: AnalyticsDayRow;
  analyticsViews: AnalyticsViewRow;
  /** What visitors have already been counted for on a day, as hashes; deleted when the day is over. */
  analyticsSeen: { day: string; key: number };
  /** People who are reading now. A row is deleted when a visit has ended and its last page is known. */
  analyticsVisits: { projectId: string; visitor: number; page: string; seenAt: number };
  analyticsActions: AnalyticsActionRow;
  /** Batches of events that were counted, so that a batch that is sent again isn't counted twice. */
  analyticsBatches: { id: string; createdAt: number };
  /** Days whose files are in the artifact store. `hasQuestions` is 1 until the file with questions is removed. */
  analyticsExports: { projectId: string; day: string; hasQuestions: number };
}

/** The sums of one value of one dimension, such as a page, a country or a referrer. */
export interface AnalyticsDayRow {
  projectId: string;
  day: string;
  /** `total` has one value, the empty text. Entries and exits are columns of the rows of `page`. */
  dimension: Exclude<AnalyticsDimension, "entry" | "exit" | "kind"> | "total";
  value: string;
  kind: ReaderKind;
  views: number;
  /** Different visitors of this value on this day. */
  visitors: number;
  entries: number;
  exits: number;
}

/** The sums of one combination of all dimensions, for filters. */
export interface AnalyticsViewRow {
  projectId: string;
  day: string;
  page: string;
  language: string;
  version: string;
  kind: ReaderKind;
  agent: string;
  referrer: string;
  country: string;
  device: string;
  views: number;
  /** Visitors whose first view of the day this was. */
  visitors: number;
  /** Visitors whose first view of the page on this day this was. */
  pageVisitors: number;
}

export interface AnalyticsActionRow {
  projectId: string;
  day: string;
  action: ReaderAction;
  page: string;
  /** The address of a link, the query of a search, and so on. */
  target: string;
  count: number;
}
