import { expect, test } from "vitest";
import { formatDuration, relativeTime } from "./time.tsx";

const now = Date.parse("2026-03-10T12:00:00Z");

test.each([
  [now - 10_000, "just now"],
  [now - 5 * 60_000, "5 min. ago"],
  [now - 3 * 3_600_000, "3 hr. ago"],
  [now - 86_400_000, "yesterday"],
  [now + 7 * 86_400_000, "in 7 days"],
  [Date.parse("2025-12-01T12:00:00Z"), "Dec 1, 2025"],
])("the time %s is shown as %s", (at, text) => {
  expect(relativeTime(at, now)).toBe(text);
});

test.each([
  [840, "840 ms"],
  [3_240, "3.2 s"],
  [125_000, "2 min 5 s"],
])("%i milliseconds are shown as %s", (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});
