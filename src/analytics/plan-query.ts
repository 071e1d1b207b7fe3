import type { AnalyticsDimension, AnalyticsFilter, ReaderKind } from "../contract/analytics-operations.ts";
import { AppError } from "../platform/errors.ts";
import type { DayDimension, Source } from "./read-store.ts";

const filterNames = ["page", "folder", "language", "version", "referrer", "country", "device", "agent"] as const;

/** Dimensions that are the same for all views of a visitor on one day. */
const ofVisitor: readonly string[] = ["country", "device", "agent"];

/**
 * The rows that answer a query. Without filters and with a single one, the sums of one dimension are exact. Several
 * filters need the sums of combinations, which know the visitors of the site and of each page, but not of a folder.
 */
export function planSeries({ kind, ...filters }: AnalyticsFilter): Source {
  const given = givenFilters(filters);
  const [only] = given;
  if (only === undefined) return { table: "days", dimension: "total", kind };
  if (given.length === 1) return { table: "days", dimension: only, value: filterValue(only, filters), kind };
  return combinations(filters, kind, true);
}

export function planRanking(dimension: AnalyticsDimension, { kind, ...filters }: AnalyticsFilter): Source {
  if (dimension === "kind") return planSeries({ ...filters, ...(kind && { kind }) });
  const given = givenFilters(filters);
  const ranked: DayDimension = dimension === "entry" || dimension === "exit" ? "page" : dimension;
  const [only] = given;
  if (only === undefined) return { table: "days", dimension: ranked, kind };
  if (given.length === 1 && only === ranked) {
    return { table: "days", dimension: ranked, value: filterValue(only, filters), kind };
  }
  if (given.length === 1 && only === "folder" && ranked === "page") {
    return { table: "days", dimension: "page", below: filterValue("folder", filters), kind };
  }
  if (dimension === "entry" || dimension === "exit" || dimension === "form" || dimension === "folder") {
    throw new AppError(
      "bad_request",
      `The dimension ${dimension} can't be combined with the filter ${given.find((name) => name !== ranked)}.`,
    );
  }
  return combinations(filters, kind, ofVisitor.includes(dimension));
}

/** `isByVisitor`: the sums aren't divided by something of which a visitor can have several values on a day. */
function combinations(
  filters: Omit<AnalyticsFilter, "kind">,
  kind: ReaderKind | undefined,
  isByVisitor: boolean,
): Source {
  const isOfVisitor = isByVisitor && givenFilters(filters).every((name) => ofVisitor.includes(name));
  const visitors = isOfVisitor ? "visitors" : "pageVisitors";
  const { folder, ...equal } = filters;
  return {
    table: "views",
    equal,
    below: folder === undefined ? undefined : filterValue("folder", filters),
    visitors,
    kind,
  };
}

function givenFilters(filters: Omit<AnalyticsFilter, "kind">) {
  return filterNames.filter((name) => filters[name] !== undefined);
}

function filterValue(name: (typeof filterNames)[number], filters: Omit<AnalyticsFilter, "kind">): string {
  const value = filters[name] ?? "";
  return name === "folder" ? `/${value.split("/").filter(Boolean).join("/")}` : value;
}
