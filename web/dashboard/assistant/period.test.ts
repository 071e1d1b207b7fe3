import { expect, test } from "vitest";
import { describeChange, lastDays } from "./period.ts";

test("the previous period ends on the day before the period begins", () => {
  const now = Date.UTC(2026, 2, 2, 23, 59);
  expect(lastDays(7, now)).toEqual({
    period: { from: "2026-02-24", to: "2026-03-02" },
    before: { from: "2026-02-17", to: "2026-02-23" },
  });
});

test("a change is a rounded percentage, unless the previous period was empty", () => {
  expect(describeChange(5, 4)).toBe("+25%");
  expect(describeChange(1, 3)).toBe("−67%");
  expect(describeChange(1_000, 999)).toBe("no change");
  expect(describeChange(3, 0)).toBeUndefined();
});
