import { expect, test } from "vitest";
import { readAnalyticsSearch, readPeriod } from "./analytics-search.ts";
import { describeChange, lastDays, periodBefore, pointLabel } from "./period.ts";

test("the previous period ends on the day before the period begins", () => {
  const period = lastDays(7, Date.UTC(2026, 2, 2, 23, 59));
  expect(period).toEqual({ from: "2026-02-24", to: "2026-03-02" });
  expect(periodBefore(period)).toEqual({ from: "2026-02-17", to: "2026-02-23" });
});

test("a change is a rounded percentage, unless the previous period was empty", () => {
  expect(describeChange(5, 4)).toBe("+25%");
  expect(describeChange(1, 3)).toBe("−67%");
  expect(describeChange(1_000, 999)).toBe("no change");
  expect(describeChange(3, 0)).toBeUndefined();
});

test("days and hours are named in UTC", () => {
  expect(pointLabel("2026-03-02")).toBe("Mon, Mar 2");
  expect(pointLabel("2026-03-02T05")).toBe("Mon, Mar 2, 05:00 UTC");
});

test("an address can hold a period of at most 400 real days", () => {
  expect(readPeriod("2026-02-01", "2026-02-28")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  expect(readPeriod("2026-02-01", "2026-02-30")).toBeUndefined();
  expect(readPeriod("2026-03-01", "2026-02-28")).toBeUndefined();
  expect(readPeriod("2024-01-01", "2026-02-28")).toBeUndefined();
});

test("filters in an address are kept, even if they are empty, and anything unknown is dropped", () => {
  const search = { referrer: "", version: 2, country: ["DE"], kind: "robot", days: 8, page: "x".repeat(301) };
  const read = readAnalyticsSearch(search);
  expect(Object.entries(read).filter(([, value]) => value !== undefined)).toEqual([
    ["version", "2"],
    ["referrer", ""],
  ]);
});
