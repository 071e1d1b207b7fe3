import { expect, test } from "vitest";
import { spanText, waitText } from "./span-text.ts";

test.each([
  [1, "1 second"],
  [45, "45 seconds"],
  [60, "a minute"],
  [90, "90 seconds"],
  [3_600, "an hour"],
  [5_400, "90 minutes"],
  [86_400, "a day"],
  [0, "0 seconds"],
])("a duration of %s seconds reads as %s", (seconds, text) => {
  expect(spanText(seconds)).toBe(text);
});

test("a wait is rounded up to whole units", () => {
  expect([119, 121, 3_541, 3_601, 7_201].map(waitText)).toEqual([
    "119 seconds",
    "3 minutes",
    "an hour",
    "61 minutes",
    "3 hours",
  ]);
});
