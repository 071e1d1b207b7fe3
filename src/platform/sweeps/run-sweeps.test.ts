import { expect, test } from "vitest";
import { onBothDatabases, openTestDatabase } from "../../../test/support/database.ts";
import { createLog } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { runSweeps, type Sweep } from "./run-sweeps.ts";
import { listSweepCounts } from "./store.ts";

const clock = { now: () => 1_000 };
const fail: Sweep = async () => {
  throw new Error("the disk is full");
};

onBothDatabases((dialect) => {
  async function setUp() {
    const database = await openTestDatabase(dialect);
    const logLines: string[] = [];
    const log = createLog("trace", "worker", { write: (line) => logLines.push(line) });
    const swept: [string, number][] = [];
    const sweepAs =
      (name: string): Sweep =>
      async (now) =>
        swept.push([name, now]);
    const controller = new AbortController();
    const run = (sweeps: Record<string, Sweep>) => runSweeps({ database, clock, log }, sweeps, controller.signal);
    return { database, logLines, swept, sweepAs, controller, run };
  }

  test("a sweep that fails doesn't stop the others, and is logged and counted by its name", async () => {
    const { database, logLines, swept, sweepAs, run } = await setUp();
    await run({ sessions: sweepAs("sessions"), mirrors: fail, jobs: sweepAs("jobs") });
    await run({ sessions: sweepAs("sessions"), mirrors: sweepAs("mirrors") });
    expect(swept).toEqual([
      ["sessions", 1_000],
      ["jobs", 1_000],
      ["sessions", 1_000],
      ["mirrors", 1_000],
    ]);
    expect(await listSweepCounts(database.query)).toEqual([
      { name: "jobs", runs: 1, failures: 0 },
      { name: "mirrors", runs: 2, failures: 1 },
      { name: "sessions", runs: 2, failures: 0 },
    ]);
    expect(logLines.map((line) => JSON.parse(line))).toMatchObject([{ sweep: "mirrors", msg: "a sweep failed" }]);
    const metrics = createMetrics({
      jobKinds: ["maintenance.sweep"],
      readQueue: async () => ({ waiting: 0, running: 0 }),
      listDue: async () => [],
      readSweeps: () => listSweepCounts(database.query),
      readUpdates: async () => [],
      readNodes: async () => ({ api: 0, worker: 0 }),
      countWrongTimes: async () => 3,
    });
    // Rendered twice: reading a counter must not increase it.
    await metrics.render();
    const text = await metrics.render();
    expect(text).toContain('lectern_sweep_runs_total{sweep="mirrors"} 2\n');
    expect(text).toContain('lectern_sweep_failures_total{sweep="mirrors"} 1\n');
    expect(text).toContain('lectern_sweep_failures_total{sweep="sessions"} 0\n');
    expect(text).toContain("lectern_wrong_times 3\n");
  });

  test("a stopping worker interrupts its sweeps, which isn't counted as a failure", async () => {
    const { database, swept, sweepAs, controller, run } = await setUp();
    const interrupted: Sweep = async (_now, signal) => {
      controller.abort(new Error("stopping"));
      signal.throwIfAborted();
    };
    await expect(run({ mirrors: interrupted, jobs: sweepAs("jobs") })).rejects.toThrow("stopping");
    expect(swept).toEqual([]);
    expect(await listSweepCounts(database.query)).toEqual([]);
  });
});
