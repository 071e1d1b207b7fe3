import { expect, onTestFinished, test } from "vitest";
import { type Node, openTestQueue, silentLog, until, writeNote } from "../../../test/faults/queue-test-support.ts";
import { onBothDatabases } from "../../../test/support/database.ts";
import { systemClock } from "../clock.ts";
import { type JobHandler, JobInterrupted, PermanentFailure } from "./handler.ts";
import type { Queue } from "./queue.ts";
import { readRetries } from "./retry-store.ts";
import { Worker, type WorkerOptions } from "./worker.ts";

const kinds = ["bake"];

onBothDatabases((dialect) => {
  test("a job ends together with the domain's last write", async () => {
    const setting = await openTestQueue(dialect);
    startWorker(setting, {
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
    startWorker(setting, { run: () => writeNote(setting.database.query, "ran") });
    await setting.enqueue({});
    await until(async () => (await setting.notes()).length > 0 && isEmpty(setting.queue));
    expect(await setting.notes()).toEqual(["ran"]);
  });

  test("a job whose last write fails has not ended, even if its handler ignores the error", async () => {
    const setting = await openTestQueue(dialect);
    startWorker(setting, {
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

  test("a job that always throws is given up without revealing internals to the domain", async () => {
    const setting = await openTestQueue(dialect);
    let runs = 0;
    startWorker(setting, {
      async run() {
        runs++;
        throw new Error("The oven is cold.");
      },
    });
    await setting.enqueue({});
    await until(async () => (await setting.notes()).length > 0);
    expect(await setting.notes()).toEqual([
      "one was given up: It failed 2 times because of an internal error; see the server log.",
    ]);
    expect(runs).toBe(2);
    expect(await setting.queue.counts()).toEqual({ waiting: 0, running: 0 });
  });

  test("a permanent failure is not retried", async () => {
    const setting = await openTestQueue(dialect);
    let runs = 0;
    startWorker(setting, {
      async run() {
        runs++;
        throw new PermanentFailure("There is no such recipe.");
      },
    });
    await setting.enqueue({});
    await until(async () => (await setting.notes()).length > 0);
    expect(await setting.notes()).toEqual(["one was given up: There is no such recipe."]);
    expect(runs).toBe(1);
  });

  test("a canceled job is interrupted and writes nothing afterwards", async () => {
    const setting = await openTestQueue(dialect);
    const interruptions: unknown[] = [];
    let refusal: unknown;
    startWorker(
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
    const worker = startWorker(
      { ...setting, queue: cutOff },
      {
        attemptsMax: 9,
        async run(job) {
          await aborted(job.signal);
          interruptions.push(job.signal.reason);
        },
      },
      { leaseSeconds: 2, shutdownSeconds: 0 },
    );
    await setting.enqueue({});
    await until(() => interruptions.length > 0);
    await worker.stop();
    expect(interruptions[0]).toMatchObject({ interruption: "lost" });
    startWorker(setting, { attemptsMax: 9, run: (job) => job.finish((tx) => writeNote(tx, "done")) });
    await until(async () => (await setting.notes()).length > 0);
    expect(await setting.notes()).toEqual(["done"]);
  });

  test("a stopping worker lets its jobs finish", async () => {
    const setting = await openTestQueue(dialect);
    const started = Promise.withResolvers<void>();
    const oven = Promise.withResolvers<void>();
    const worker = startWorker(setting, {
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
    const worker = startWorker(
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
    startWorker(
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
    startWorker(
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
    const everySeconds = 2;
    const startedAt = Date.now();
    for (const node of nodes) {
      startWorker(
        node,
        { run: (job) => job.finish((tx) => writeNote(tx, job.id)) },
        { periodic: [{ kind: "bake", everySeconds }] },
      );
    }
    await until(async () => (await setting.notes()).length >= 2);
    const slots = (await setting.notes()).map(Number);
    // A machine that stood still may have missed a slot, but no slot runs twice.
    expect(slots).toEqual([...new Set(slots)]);
    expect(Math.min(...slots)).toBeGreaterThan(Math.floor(startedAt / (everySeconds * 1_000)));
  });
});

test("a periodic job without a handler is rejected", async () => {
  const setting = await openTestQueue("sqlite");
  expect(() => newWorker(setting, {}, { periodic: [{ kind: "brew", everySeconds: 60 }] })).toThrow(
    "The periodic job brew has no handler.",
  );
});

function startWorker(node: Node, handler: Partial<JobHandler>, options: Partial<WorkerOptions> = {}): Worker {
  const worker = newWorker(node, handler, options);
  worker.start();
  onTestFinished(() => worker.stop());
  return worker;
}

function newWorker({ queue, database }: Node, handler: Partial<JobHandler>, options: Partial<WorkerOptions>): Worker {
  const bake: JobHandler = {
    attemptsMax: 2,
    run: async () => {},
    giveUp: (tx, job, reason) => writeNote(tx, `${job.id} was given up: ${reason}`),
    ...handler,
  };
  return new Worker({
    queue,
    database,
    clock: systemClock,
    log: silentLog,
    handlers: { bake },
    concurrency: 3,
    pollMilliseconds: 20,
    shutdownSeconds: 10,
    ...options,
  });
}

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
