import { expect, test } from "vitest";
import { findDate } from "./rss.ts";

test.each([
  ["2026-05-01", "2026-05-01"],
  ["Release of 2026-05", "2026-05-01"],
  ["May 1, 2026", "2026-05-01"],
  ["Sept 3rd 2026", "2026-09-03"],
  ["1st of", undefined],
  ["12 December 2025", "2025-12-12"],
  ["April 2026", "2026-04-01"],
  ["v1.2", undefined],
  ["v2026", undefined],
  ["2026-02-31", undefined],
  ["Spring 2026", undefined],
])("the date of a changelog entry labeled %j is %s", (label, day) => {
  expect(findDate(label)?.slice(0, 10)).toBe(day);
});
