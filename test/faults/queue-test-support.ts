import { sql } from "kysely";
import { onTestFinished, vi } from "vitest";
import { type Clock, systemClock } from "../../src/platform/clock.ts";
import type { Connection, Database } from "../../src/platform/db/database.ts";
import type { JobHandler } from "../../src/platform/queue/handler.ts";
import { openQueue } from "../../src/platform/queue/open.ts";
import type { NewJob, Queue, QueueLog } from "../../src/platform/queue/queue.ts";
import { Worker, type WorkerOptions } from "../../src/platform/queue/worker.ts";
import { createStorage, type Dialect, openStorage, type TestStorage } from "../support/database.ts";

export const silentLog: QueueLog = { info() {}, warn() {}, error() {} };

/** Only reached on a very busy machine, or if the condition never holds. */
const conditionSeconds = 300;
const conditionIntervalMilliseconds = 20;

/** Waits until the condition holds, and returns its value. */
export function until<Value>(
  condition: () => Promise<Value> | Value,
  { timeoutSeconds = conditionSeconds, intervalMilliseconds = conditionIntervalMilliseconds } = {},
) {
  return vi.waitUntil(condition, { timeout: timeoutSeconds * 1_000, interval: intervalMilliseconds });
}

export interface Node {
  database: Database;
  queue: Queue;
}

/** The tests' domain: a table of notes about jobs, in the same database as the queue. */
export interface TestQueue extends Node {
  storage: TestStorage;
  clock: Clock;
  enqueue(job: Partial<NewJob>): Promise<void>;
  /** Another process that shares the database. */
  openNode(role?: "worker" | "api"): Promise<Node>;
  notes(): Promise<string[]>;
}

const testKinds = ["bake", "brew"];

/** An empty queue for one test, with everything closed and removed when the test ends. */
export async function openTestQueue(
  dialect: Dialect,
  clock: Clock = systemClock,
  kinds: readonly string[] = testKinds,
): Promise<TestQueue> {
  const storage = await createStorage(dialect);
  onTestFinished(() => storage.remove());
  const openNode = (role: "worker" | "api" = "worker") => openTestNode(storage, clock, role, kinds);
  const { database, queue } = await openNode();
  await sql`create table notes (note text)`.execute(database.query);
  return {
    storage,
    clock,
    database,
    queue,
    openNode,
    async enqueue(job) {
      await database.transaction((tx) =>
        queue.enqueue(tx, { id: "one", kind: "bake", group: "kitchen", payload: {}, ...job }),
      );
    },
    async notes() {
      const { rows } = await sql<{ note: string }>`select note from notes order by note`.execute(database.query);
      return rows.map((row) => row.note);
    },
  };
}

export async function openTestNode(
  storage: TestStorage,
  clock: Clock = systemClock,
  role: "worker" | "api" = "worker",
  kinds: readonly string[] = testKinds,
): Promise<Node> {
  const database = await openStorage(storage);
  onTestFinished(() => database.close());
  const queue = await openQueue({ database, clock, kinds, databaseUrl: storage.databaseUrl, role, log: silentLog });
  onTestFinished(() => queue.close());
  return { database, queue };
}

export async function writeNote(tx: Connection, note: string): Promise<void> {
  await sql`insert into notes (note) values (${note})`.execute(tx);
}

/** A worker for jobs of the kind `bake`. It notes the jobs that it gives up. */
export function newTestWorker(
  { queue, database }: Node,
  handler: Partial<JobHandler>,
  options: Partial<WorkerOptions> = {},
): Worker {
  const bake: JobHandler = {
    attemptsMax: 2,
    run: async () => {},
    giveUp: (tx, job, reason, cause) => writeNote(tx, `${job.id} was given up (${cause}): ${reason}`),
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

/** Runs until the test ends. */
export function startTestWorker(...given: Parameters<typeof newTestWorker>): Worker {
  const worker = newTestWorker(...given);
  worker.start();
  onTestFinished(() => worker.stop());
  return worker;
}
