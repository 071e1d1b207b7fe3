import { expect, test } from "vitest";
import { findProcessorSeconds, parseClock, parseProcStat } from "./processor-time.ts";

test("this process has used some processor time, and never less than before", async () => {
  const before = await findProcessorSeconds(process.pid);
  expect(before).toBeGreaterThan(0);
  expect(await findProcessorSeconds(process.pid)).toBeGreaterThanOrEqual(before ?? 0);
});

test("a process that is gone has no processor time", async () => {
  expect(await findProcessorSeconds(2 ** 30)).toBeUndefined();
});

test("a name with spaces and parentheses doesn't shift the fields of /proc", () => {
  expect(parseProcStat("7 (a) b (c) R 1 2 3 4 5 6 7 8 9 10 250 50 0 0")).toBe(3);
  expect(parseProcStat("garbage")).toBeUndefined();
});

test.each([
  ["0:00.51", 0.51],
  ["12:34", 754],
  ["01:02:03", 3723],
  ["2-00:00:01", 172_801],
  ["", undefined],
  ["x", undefined],
])("%j is a processor time as ps prints it", (text, seconds) => {
  expect(parseClock(text)).toBe(seconds);
});
