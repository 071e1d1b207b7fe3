import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "../log.ts";
import { inOperation } from "../operation-context.ts";
import { readMeasures } from "./measure.ts";
import { stallNameKey } from "./stall-thread.ts";
import { watchStalls } from "./stalls.ts";

const lines: string[] = [];
const log = createLog("warn", "api", { write: (line) => lines.push(line) });

const asked = vi.spyOn(globalThis as unknown as Record<string, () => unknown>, stallNameKey);

/** Uses the processor, like a regular expression that backtracks, until the watching thread has noticed. */
function block(): void {
  const end = performance.now() + 30_000;
  while (asked.mock.calls.length === 0 && performance.now() < end);
}

test("work that blocks the process is logged and counted by its operation, not by another that is under way", async () => {
  const watch = watchStalls({ log, operations: ["readPage", "searchPages"] });
  onTestFinished(() => watch.stop());
  onTestFinished(() => asked.mockRestore());
  const request = (name: string, work: () => void) =>
    inOperation(name, "", async () => {
      await setTimeout(20);
      work();
      await setTimeout(20);
    });
  await Promise.all([request("readPage", () => {}), request("searchPages", block), request("readPage", () => {})]);
  // A busy machine may stop this process too.
  const logged = () => lines.map((line) => JSON.parse(line)).find(({ operation }) => operation !== "other");
  await expect.poll(logged).toMatchObject({
    operation: "searchPages",
    at: expect.arrayContaining([expect.stringMatching(/^block \(.*stalls\.test\.ts:/)]),
  });
  const counted = readMeasures().find(({ name }) => name === "lectern_event_loop_stalls_total");
  expect(counted?.series).toMatchObject({
    'lectern_event_loop_stalls_total{operation="readPage"}': 0,
    'lectern_event_loop_stalls_total{operation="searchPages"}': 1,
  });
});
