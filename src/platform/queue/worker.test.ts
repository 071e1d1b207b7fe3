import { expect, test } from "vitest";
import {
  type Node,
  newTestWorker,
  openTestQueue,
  silentLog,
  startTestWorker,
  until,
  writeNote,
} from "../../../test/faults/queue-test-support.ts";
import { onBothDatabases } from "../../../test/support/database.ts";
import { JobInterrupted, PermanentFailure } from "./handler.ts";
import type { Queue } from "./queue.ts";
import { readRetries } from "./retry-store.ts";

const kinds = ["bake"];

onBothDatabases((dialect) => {
  test("a job ends together with the domain's last write", async () => {
    const setting = await openTestQueue(dialect);
    startTestWorker(setting, {
      run: (job) => job.finish((tx) => writeNote(tx, `${job.id} is baked`)),
    });
    await setting.enqueue({ id: "bread" });
    await setting.enqueue({ id: "cake" });
    await until(async () => (await setting.notes()).length === 2);
    expect(await setting.notes()).toEqual(["bread is baked", "cake is baked"]);
    expect(await setting.queue.counts()).toEqual({ waiting: 0, running: 0 });
  });

  test("a job without an explicit finish ends when its handler returns", async () => {
    const setting = await openTestQueue(dialect);
    startTestWorker(setting, { run: () => writeNote(setting.database.query, "ran") });
    await setting.enqueue({});
    await until(async () => (await setting.notes()).length > 0 && isEmpty(setting.queue));
    expect(await setting.notes()).toEqual(["ran"]);
  });

  test("a job whose last write fails has not ended, even if its handler ignores the error", async () => {
    const setting = await openTestQueue(dialect);
    startTestWorker(setting, {
      run: (job) =>
        job
          .finish(async (tx) => {
            await writeNote(tx, `try ${job.attempt}`);
            if (job.attempt === 1) {
              throw new Error("The disk is full.");
            }
          })
          .catch(() => {}),
    });
    await setting.enqueue({});
    await until(async () => (await setting.notes()).length > 0);
    expect(await setting.notes()).toEqual(["try 2"]);
  });

  test.each([
    {
      what: "a job that always throws is given up without revealing internals to the domain",
      error: new Error("The oven is cold."),
      note: "one was given up (internal): It failed 2 times because of an internal error; see the server log.",
      runsExpected: 2,
    },
    {
      what: "a permanent failure is not retried",
      error: new PermanentFailure("There is no such recipe."),
      note: "one was given up (permanent): There is no such recipe.",
      runsExpected: 1,
    },
  ])("$what", async ({ error, note, runsExpected }) => {
    const setting = await openTestQueue(dialect);
    let runs = 0;
    startTestWorker(setting, {
      async run() {
        runs++;
        throw error;
      },
    });
    await setting.enqueue({});
    await until(async () => (await setting.notes()).length > 0);
    expect(await setting.notes()).toEqual([note]);
    expect(runs).toBe(runsExpected);
    expect(await setting.queue.counts()).toEqual({ waiting: 0, running: 0 });
  });

  test("a canceled job is interrupted and writes nothing afterwards", async () => {
    const setting = await openTestQueue(dialect);
    const interruptions: unknown[] = [];
    let refusal: unknown;
    startTestWorker(
      setting,
      {
        async run(job) {
          await aborted(job.signal);
          interruptions.push(job.signal.reason);
          await job
            .finish((tx) => writeNote(tx, "written too late"))
            .catch((error) => {
              refusal = error;
            });
        },
      },
      // The worker learns of the cancellation after a third of the lease. The lease is long, so that a busy machine
      // isn't too late.
      { leaseSeconds: 9 },
    );
    await setting.enqueue({});
    await until(async () => (await setting.queue.counts()).running === 1);
    await setting.database.transaction((tx) => setting.queue.cancel(tx, "bake", "one"));
    await until(() => refusal !== undefined);
    expect(interruptions).toEqual([expect.objectContaining({ interruption: "cancelled" })]);
    expect(refusal).toBeInstanceOf(JobInterrupted);
    expect(await setting.notes()).toEqual([]);
  });

  test("a job whose lease cannot be renewed is interrupted and done by another worker", async () => {
    const setting = await openTestQueue(dialect);
    const interruptions: unknown[] = [];
    const cutOff: Queue = {
      ...setting.queue,
      heartbeat: () => Promise.reject(new Error("The database is away.")),
    };
    const worker = startTestWorker(
      { ...setting, queue: cutOff },
      {
        attemptsMax: 9,
        async run(job) {
          await aborted(job.signal);
          interruptions.push(job.signal.reason);
        },
      },
      { leaseSeconds: 0.3, shutdownSeconds: 0 },
    );
    await setting.enqueue({});
    await until(() => interruptions.length > 0);
    await worker.stop();
    expect(interruptions[0]).toMatchObject({ interruption: "lost" });
    startTestWorker(setting, { attemptsMax: 9, run: (job) => job.finish((tx) => writeNote(tx, "done")) });
    await until(async () => (await setting.notes()).length > 0);
    expect(await setting.notes()).toEqual(["done"]);
  });

  test("a stopping worker lets its jobs finish", async () => {
    const setting = await openTestQueue(dialect);
    const started = Promise.withResolvers<void>();
    const oven = Promise.withResolvers<void>();
    const worker = startTestWorker(setting, {
      async run(job) {
        started.resolve();
        await oven.promise;
        await job.finish((tx) => writeNote(tx, `${job.id} is baked`));
      },
    });
    await setting.enqueue({ id: "bread" });
    await started.promise;
    const stopped = worker.stop();
    await setting.enqueue({ id: "cake", group: "another" });
    oven.resolve();
    await stopped;
    expect(await setting.notes()).toEqual(["bread is baked"]);
    expect(await setting.queue.counts()).toEqual({ waiting: 1, running: 0 });
  });

  test("a stopping worker releases jobs that do not finish, and the attempt does not count", async () => {
    const setting = await openTestQueue(dialect);
    const started = Promise.withResolvers<void>();
    const interruptions: unknown[] = [];
    const worker = startTestWorker(
      setting,
      {
        async run(job) {
          started.resolve();
          await aborted(job.signal);
          interruptions.push(job.signal.reason);
          job.signal.throwIfAborted();
        },
      },
      { shutdownSeconds: 0 },
    );
    await setting.enqueue({});
    await started.promise;
    await worker.stop();
    expect(interruptions).toEqual([expect.objectContaining({ interruption: "stopping" })]);
    const again = await until(() => setting.queue.claim(kinds, 30));
    expect(await readRetries(setting.database.query, again)).toMatchObject({ failures: 0, deaths: 0, claim: 1 });
  });

  test("concurrent jobs never exceed the worker's limit", async () => {
    const setting = await openTestQueue(dialect);
    let running = 0;
    let runningMax = 0;
    startTestWorker(
      setting,
      {
        async run(job) {
          runningMax = Math.max(runningMax, ++running);
          await job.finish((tx) => writeNote(tx, job.id));
          running--;
        },
      },
      { concurrency: 2 },
    );
    for (let i = 0; i < 8; i++) {
      await setting.enqueue({ id: `job ${i}`, group: `group ${i}` });
    }
    await until(async () => (await setting.notes()).length === 8);
    expect(runningMax).toBeLessThanOrEqual(2);
  });

  test("a worker survives a queue outage and reports it once", async () => {
    const setting = await openTestQueue(dialect);
    const reports: string[] = [];
    let failures = 2;
    const flaky: Queue = {
      ...setting.queue,
      async claim(wanted, leaseSeconds) {
        if (failures > 0) {
          failures--;
          throw new Error("The database is away.");
        }
        return setting.queue.claim(wanted, leaseSeconds);
      },
    };
    await setting.enqueue({});
    startTestWorker(
      { ...setting, queue: flaky },
      { run: (job) => job.finish((tx) => writeNote(tx, "done")) },
      {
        log: {
          ...silentLog,
          info: (_details, message) => reports.push(message),
          error: (_details, message) => reports.push(message),
        },
      },
    );
    await until(async () => (await setting.notes()).length > 0);
    expect(reports).toEqual(["The queue is unavailable; the worker keeps retrying.", "The queue is available again."]);
  });

  test("a periodic job runs once per slot, however many workers there are", async () => {
    const setting = await openTestQueue(dialect);
    const nodes: Node[] = [setting, await setting.openNode()];
    const everySeconds = 1;
    const startedAt = Date.now();
    for (const node of nodes) {
      startTestWorker(
        node,
        { run: (job) => job.finish((tx) => writeNote(tx, job.id)) },
        { periodic: [{ kind: "bake", everySeconds }] },
      );
    }
    await until(async () => (await setting.notes()).length >= 2);
    const slots = (await setting.notes()).map(Number);
    // A machine that was suspended may have missed a slot, but no slot runs twice.
    expect(slots).toEqual([...new Set(slots)]);
    expect(Math.min(...slots)).toBeGreaterThan(Math.floor(startedAt / (everySeconds * 1_000)));
  });
});

test("a periodic job without a handler is rejected", async () => {
  const setting = await openTestQueue("sqlite");
  expect(() => newTestWorker(setting, {}, { periodic: [{ kind: "brew", everySeconds: 60 }] })).toThrow(
    "The periodic job brew has no handler.",
  );
});

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
    }
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

async function isEmpty(queue: Queue): Promise<boolean> {
  const { waiting, running } = await queue.counts();
  return waiting + running === 0;
}
