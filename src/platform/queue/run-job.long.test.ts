import { expect, test } from "vitest";
import { ageLeases } from "../../../test/faults/age-leases.ts";
import { hastenJobs } from "../../../test/faults/hasten-jobs.ts";
import {
  openTestQueue,
  silentLog,
  startTestWorker,
  type TestQueue,
  until,
  writeNote,
} from "../../../test/faults/queue-test-support.ts";
import { onBothDatabases } from "../../../test/support/database.ts";
import { StorageFailed } from "../artifacts/storage-error.ts";
import type { Connection } from "../db/database.ts";
import { describeWait, type JobHandler, RetryLater } from "./handler.ts";
import type { Queue } from "./queue.ts";
import { releaseJob } from "./record-failure.ts";
import { deathsMax } from "./retry-rules.ts";
import type { Worker } from "./worker.ts";

const kinds = ["bake"];
const minute = 60_000;

onBothDatabases((dialect) => {
  test("an outage that lasts for more runs than there are attempts doesn't fail the job, and is recorded once", async () => {
    const clock = testClock();
    const setting = await openTestQueue(dialect, clock);
    let runs = 0;
    const attempts = new Set<number>();
    startWorker(setting, {
      attemptsMax: 2,
      async run(job) {
        attempts.add(job.attempt);
        if (++runs < 12) throw new StorageFailed("it is unreachable");
        await job.finish((tx) => writeNote(tx, "baked"));
      },
      onWait: (tx, job, message) => writeNote(tx, `${job.id} waits: ${message}`),
    });
    await setting.enqueue({});
    await runUntilNoted(setting, "baked", () => clock.advance(4 * minute));
    expect(await setting.notes()).toEqual(["baked", "one waits: The artifact store does not work: it is unreachable."]);
    expect(runs).toBe(12);
    expect([...attempts]).toEqual([1]);
  });

  test("after an outage of more than an hour the job is given up with its cause, even if workers were replaced", async () => {
    const clock = testClock();
    const setting = await openTestQueue(dialect, clock);
    const handler: Partial<JobHandler> = {
      async run() {
        throw new RetryLater("The git host is unavailable.");
      },
    };
    const first = startWorker(setting, handler);
    await setting.enqueue({});
    await until(async () => (await setting.database.query.selectFrom("jobRetries").selectAll().execute()).length > 0);
    await first.stop();
    clock.advance(61 * minute);
    startWorker(setting, handler);
    await runUntilNoted(setting, "one was given up");
    expect(await setting.notes()).toEqual([
      "one was given up (outage): The git host is unavailable. This didn't change within an hour of retries.",
    ]);
  });

  test("a job waits as long as the service asked, but not longer than an hour", async () => {
    const clock = testClock();
    const setting = await openTestQueue(dialect, clock);
    let asked = 300;
    startWorker(setting, {
      async run() {
        throw new RetryLater(`The model is busy for ${asked} seconds.`, { afterSeconds: asked });
      },
      onWait: (tx, _job, message, delaySeconds) => writeNote(tx, describeWait(message, delaySeconds)),
    });
    await setting.enqueue({});
    await until(async () => (await setting.notes()).length === 1);
    asked = 7_200;
    clock.advance(30 * minute);
    await hastenJobs(setting.database);
    await until(async () => (await setting.notes()).length === 2);
    expect(await setting.notes()).toEqual([
      "The model is busy for 300 seconds; trying again in 5 minutes.",
      "The model is busy for 7200 seconds; trying again in 30 minutes.",
    ]);
  });

  test("deaths of workers don't use up attempts", async () => {
    const setting = await openTestQueue(dialect);
    await setting.enqueue({});
    for (let deaths = 1; deaths < deathsMax; deaths++) {
      await claimAndDie(setting);
    }
    startWorker(setting, { attemptsMax: 1, run: (job) => job.finish((tx) => writeNote(tx, `try ${job.attempt}`)) });
    await runUntilNoted(setting, "try");
    expect(await setting.notes()).toEqual(["try 1"]);
  });

  test("a job says that its workers died, pauses longer after each, and survives a server that is killed again and again", async () => {
    const setting = await openTestQueue(dialect);
    await setting.enqueue({});
    const pauses: number[] = [];
    const handler: Partial<JobHandler> = {
      run: (job) => job.finish((tx) => writeNote(tx, "ran")),
      onWait: (tx, _job, message) => writeNote(tx, message),
      async onEachWait(_tx, _job, _message, seconds) {
        pauses.push(seconds);
      },
    };
    await claimAndDie(setting);
    for (let deaths = 2; deaths < deathsMax; deaths++) {
      await claimAndDie(setting);
      const worker = startWorker(setting, handler);
      await until(() => pauses.length === deaths - 1);
      await worker.stop();
      await hastenJobs(setting.database);
    }
    startWorker(setting, handler);
    await runUntilNoted(setting, "ran");
    expect(await setting.notes()).toEqual(["The workers that ran it died or lost contact.", "ran"]);
    expect(pauses[0]).toBeLessThanOrEqual(10);
    // Killing the server every few seconds, as no job does by itself, takes this long to use up a job's runs.
    expect(pauses.reduce((one, other) => one + other)).toBeGreaterThan(15 * 60);
  });

  test("a job that kills its workers too many times in a row is given up without another run", async () => {
    const setting = await openTestQueue(dialect);
    await setting.enqueue({});
    for (let deaths = 0; deaths < deathsMax; deaths++) {
      await claimAndDie(setting);
    }
    startWorker(setting, { run: () => writeNote(setting.database.query, "ran") });
    await runUntilNoted(setting, "one was given up");
    expect(await setting.notes()).toEqual([
      "one was given up (deaths): Its worker died or lost contact 20 times in a row while running it, so it isn't tried again.",
    ]);
  });

  test("a worker that was cut off and comes back isn't counted as dead", async () => {
    const setting = await openTestQueue(dialect);
    let runs = 0;
    startWorker(setting, {
      attemptsMax: 1,
      async run(job) {
        runs++;
        if (runs > 6) {
          return job.finish((tx) => writeNote(tx, `try ${job.attempt}`));
        }
        await ageLeases(setting.database, 30);
        await releaseJob({ ...setting, log: silentLog }, await until(() => setting.queue.claim(kinds, 30)));
        throw new Error("The oven is cold.");
      },
    });
    await setting.enqueue({});
    await runUntilNoted(setting, "");
    expect(await setting.notes()).toEqual(["try 1"]);
  });

  test("a recorded failure resets the count of deaths and uses up an attempt", async () => {
    const setting = await openTestQueue(dialect);
    await setting.enqueue({});
    await claimAndDie(setting);
    const worker = startWorker(setting, {
      attemptsMax: 2,
      async run() {
        throw new Error("The oven is cold.");
      },
    });
    await until(async () => (await retries(setting))?.failures === 1);
    await worker.stop();
    expect(await retries(setting)).toMatchObject({ deaths: 0, claim: 2 });
    await hastenJobs(setting.database);
    for (let deaths = 0; deaths < 3; deaths++) {
      await claimAndDie(setting);
    }
    startWorker(setting, { attemptsMax: 2, run: (job) => job.finish((tx) => writeNote(tx, `try ${job.attempt}`)) });
    await runUntilNoted(setting, "try");
    expect(await setting.notes()).toEqual(["try 2"]);
  });

  test("an end that can't be written to a full disk is recorded once there is space, and the worker doesn't count as dead", async () => {
    const setting = await openTestQueue(dialect);
    let isFull = true;
    let runs = 0;
    let refused = 0;
    const writes = <Rest extends unknown[]>(work: (tx: Connection, ...rest: Rest) => Promise<void>) => {
      return async (tx: Connection, ...rest: Rest) => {
        if (isFull) {
          refused++;
          throw Object.assign(new Error("database or disk is full"), { code: "ENOSPC" });
        }
        await work(tx, ...rest);
      };
    };
    const full: Queue = {
      ...setting.queue,
      complete: writes(setting.queue.complete),
      retry: writes(setting.queue.retry),
      heartbeat: async (job, leaseSeconds) => {
        if (isFull) throw Object.assign(new Error("database or disk is full"), { code: "ENOSPC" });
        return setting.queue.heartbeat(job, leaseSeconds);
      },
    };
    startWorker(
      { ...setting, queue: full },
      {
        attemptsMax: 1,
        run: async (job) => {
          runs++;
          await job.finish((tx) => writeNote(tx, `try ${job.attempt}`));
        },
        onWait: (tx, _job, message) => writeNote(tx, message),
      },
    );
    await setting.enqueue({});
    await until(() => refused > 3);
    expect(runs).toBe(1);
    isFull = false;
    await runUntilNoted(setting, "try 1");
    expect(await setting.notes()).toEqual(["The server's disk is full.", "try 1"]);
  });
});

function testClock(): { now(): number; advance(milliseconds: number): void } {
  let now = Date.now();
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}

async function claimAndDie({ queue, database }: TestQueue): Promise<void> {
  await until(() => queue.claim(kinds, 30));
  await ageLeases(database, 30);
}

function retries({ database }: TestQueue) {
  return database.query.selectFrom("jobRetries").selectAll().executeTakeFirst();
}

/** Makes delayed jobs due until the note appears. */
async function runUntilNoted(setting: TestQueue, note: string, beforeEach = () => {}): Promise<void> {
  let waits = 0;
  await until(async () => {
    const seen = (await retries(setting))?.waits ?? 0;
    if (seen > waits) {
      waits = seen;
      beforeEach();
    }
    await hastenJobs(setting.database);
    return (await setting.notes()).some((found) => found.startsWith(note));
  });
}

function startWorker(setting: TestQueue, handler: Partial<JobHandler>): Worker {
  return startTestWorker(setting, handler, { clock: setting.clock });
}
