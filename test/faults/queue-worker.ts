import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { systemClock } from "../../src/platform/clock.ts";
import { connectDatabase } from "../../src/platform/db/open.ts";
import type { JobHandler } from "../../src/platform/queue/handler.ts";
import { openQueue } from "../../src/platform/queue/open.ts";
import type { ClaimedJob, Queue } from "../../src/platform/queue/queue.ts";
import { Worker } from "../../src/platform/queue/worker.ts";

// A worker process that a test kills. It records the start and end of each job in the table `runs`.
const { databaseUrl, dataFolder, leaseSeconds, worker: name } = JSON.parse(process.argv[2] ?? "{}");
const workMillisecondsMax = 40;

const log = { info() {}, warn() {}, error() {} };
const database = await connectDatabase({ url: databaseUrl, dataFolder, connectionsMax: 4, onIdleError() {} });
const queue = await openQueue({ database, clock: systemClock, kinds: ["bake"], databaseUrl, role: "worker", log });

const bake: JobHandler = {
  attemptsMax: 50,
  async run(job) {
    await sql`insert into runs (job, group_key, worker, attempt, begun_at)
      values (${job.id}, ${job.group}, ${name}, ${job.claim}, ${Date.now()})`.execute(database.query);
    if (job.payload.hangs === true && job.claim === 1) {
      // Only a kill ends this attempt; the timer keeps the process alive.
      await setTimeout(600_000, undefined, { signal: job.signal });
    }
    await setTimeout(Math.random() * workMillisecondsMax, undefined, { signal: job.signal });
    await job.finish(async (tx) => {
      await sql`update runs set ended_at = ${Date.now()} where job = ${job.id} and attempt = ${job.claim}`.execute(tx);
      await sql`insert into ends (job) values (${job.id})`.execute(tx);
    });
  },
  async giveUp(tx, job) {
    await sql`insert into ends (job) values (${`${job.id} was given up`})`.execute(tx);
  },
};

/**
 * Tells the test about every claim before the job begins, so that the test knows which jobs a killed worker leaves
 * behind.
 */
const announced: Queue = {
  ...queue,
  async claim(kinds, leaseSeconds) {
    const known = once(process, "message");
    process.send?.({ event: "claiming" });
    await known;
    let job: ClaimedJob | undefined;
    try {
      job = await queue.claim(kinds, leaseSeconds);
    } finally {
      process.send?.({ event: "claimed", job: job?.id });
    }
    return job;
  },
};

const worker = new Worker({
  queue: announced,
  database,
  clock: systemClock,
  log,
  handlers: { bake },
  concurrency: 3,
  // Long enough that no live worker loses its lease on a busy machine, because its job would then run twice at once.
  // The test expires the leases of killed workers itself.
  leaseSeconds,
  pollMilliseconds: 50,
  shutdownSeconds: 5,
});
worker.start();
process.once("SIGTERM", async () => {
  await worker.stop();
  await queue.close();
  await database.close();
  process.disconnect();
});
process.send?.({ event: "ready" });
