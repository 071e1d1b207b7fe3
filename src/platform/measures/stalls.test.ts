import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../log.ts";
import { readMeasures } from "./measure.ts";
import { inOperation, watchStalls } from "./stalls.ts";

const lines: string[] = [];
const log = createLog("warn", "api", { write: (line) => lines.push(line) });

/** Uses the processor, like a regular expression that backtracks. */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test("work that blocks the process is logged and counted by its operation, not by another that is under way", async () => {
  const watch = watchStalls({ log, operations: ["readPage", "searchPages"] });
  onTestFinished(() => watch.stop());
  await setTimeout(500);
  const request = (name: string, work: () => void) =>
    inOperation(name, async () => {
      await setTimeout(20);
      work();
      await setTimeout(20);
    });
  await Promise.all([
    request("readPage", () => {}),
    request("searchPages", () => block(1_000)),
    request("readPage", () => {}),
  ]);
  await expect.poll(() => lines.length).toBe(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    operation: "searchPages",
    at: expect.arrayContaining([expect.stringMatching(/^block \(.*stalls\.test\.ts:/)]),
  });
  const counted = readMeasures().find(({ name }) => name === "lectern_event_loop_stalls_total");
  expect(counted?.series).toMatchObject({
    'lectern_event_loop_stalls_total{operation="other"}': 0,
    'lectern_event_loop_stalls_total{operation="readPage"}': 0,
    'lectern_event_loop_stalls_total{operation="searchPages"}': 1,
  });
});
