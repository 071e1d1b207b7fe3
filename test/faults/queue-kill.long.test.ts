import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "../../src/platform/db/database.ts";
import { onBothDatabases, type TestStorage } from "../support/database.ts";
import { slow } from "../support/slow.ts";
import { ageLeases } from "./age-leases.ts";
import { openTestQueue, until } from "./queue-test-support.ts";

vi.setConfig(slow);

const jobs = 100;
const groups = 8;
const workers = 3;
// These jobs hang in their first attempt until their worker is killed.
const hangingJobs = [3, 22, 41, 60];
// No lease expires by itself during the test.
const leaseSeconds = 600;
const program = join(import.meta.dirname, "queue-worker.ts");

interface Run {
  job: string;
  groupKey: string;
  worker: string;
  attempt: number;
  begunAt: number;
  endedAt: number | null;
}

onBothDatabases((dialect) => {
  test("while workers are killed, every job ends exactly once, and no two jobs of a group run at once", async () => {
    const { storage, database, queue, enqueue } = await openTestQueue(dialect);
    await sql`create table runs (job text, group_key text, worker text, attempt integer, begun_at bigint, ended_at bigint)`.execute(
      database.query,
    );
    await sql`create table ends (job text)`.execute(database.query);
    for (let i = 0; i < jobs; i++) {
      await enqueue({ id: `job ${i}`, group: `group ${i % groups}`, payload: { hangs: hangingJobs.includes(i) } });
    }
    const bakery = new Bakery(storage);
    for (let i = 0; i < workers; i++) {
      bakery.open();
    }

    await until(
      async () => {
        const hanging = (await readRuns(database)).find((run) => bakery.isOpen(run.worker) && isHanging(run));
        if (hanging) {
          await bakery.kill(hanging.worker);
          await ageLeases(database, leaseSeconds, await bakery.abandonedJobs(() => runningJobs(database)));
          bakery.open();
        }
        return (await readEnds(database)).length >= jobs;
      },
      { timeoutSeconds: 170 },
    );

    const ends = await readEnds(database);
    expect(ends.toSorted()).toEqual(Array.from({ length: jobs }, (_, i) => `job ${i}`).toSorted());
    expect(await queue.counts()).toEqual({ waiting: 0, running: 0 });
    expect(bakery.killed.size).toBeGreaterThan(0);
    expect(overlaps(await readRuns(database), bakery.killed)).toEqual([]);
    expect(await bakery.close()).toEqual(Array(workers).fill(0));
  });
});

type Message = { event: "ready" } | { event: "claiming" } | { event: "claimed"; job?: string };

interface OpenWorker {
  child: ChildProcess;
  ready: Promise<unknown>;
  /** Every job that the worker has claimed. */
  claimed: Set<string>;
  /** Resolves when the worker is not claiming. */
  claiming: Promise<void>;
}

/** Workers in separate processes. */
class Bakery {
  readonly killed = new Map<string, number>();
  readonly #storage: TestStorage;
  readonly #open = new Map<string, OpenWorker>();
  #opened = 0;

  constructor(storage: TestStorage) {
    this.#storage = storage;
    onTestFinished(async () => {
      await Promise.all([...this.#open.keys()].map((worker) => this.kill(worker)));
    });
  }

  open(): void {
    const worker = `worker ${this.#opened++}`;
    const { databaseUrl, dataFolder } = this.#storage;
    const options = JSON.stringify({ databaseUrl, dataFolder, leaseSeconds, worker });
    const child = spawn(process.execPath, [program, options], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    const ready = Promise.withResolvers<void>();
    let claim = Promise.withResolvers<void>();
    const opened: OpenWorker = { child, ready: ready.promise, claimed: new Set(), claiming: Promise.resolve() };
    child.once("exit", () => ready.resolve());
    child.on("message", (message: Message) => {
      if (message.event === "ready") {
        ready.resolve();
      } else if (message.event === "claiming") {
        claim = Promise.withResolvers();
        opened.claiming = claim.promise;
        // The worker may have been killed in the meantime.
        child.send("known", () => {});
      } else {
        if (message.job !== undefined) opened.claimed.add(message.job);
        claim.resolve();
      }
    });
    this.#open.set(worker, opened);
  }

  isOpen(worker: string): boolean {
    return this.#open.has(worker);
  }

  async kill(worker: string): Promise<void> {
    await this.#end(worker, "SIGKILL");
    this.killed.set(worker, Date.now());
  }

  /** Running jobs that were left behind by killed workers: no live worker has claimed them. */
  async abandonedJobs(readRunning: () => Promise<string[]>): Promise<string[]> {
    const running = await readRunning();
    const open = [...this.#open.values()];
    await Promise.all(open.map(({ claiming }) => claiming));
    return running.filter((job) => !open.some(({ claimed }) => claimed.has(job)));
  }

  /** Stops the remaining workers, once they are ready, and returns their exit codes. */
  async close(): Promise<unknown[]> {
    await Promise.all([...this.#open.values()].map(({ ready }) => ready));
    return Promise.all([...this.#open.keys()].map((worker) => this.#end(worker, "SIGTERM")));
  }

  async #end(worker: string, signal: "SIGKILL" | "SIGTERM"): Promise<unknown> {
    const child = this.#open.get(worker)?.child;
    if (!child) {
      throw new Error(`${worker} is not open.`);
    }
    child.kill(signal);
    const [exitCode] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
    this.#open.delete(worker);
    return exitCode;
  }
}

async function runningJobs(database: Database): Promise<string[]> {
  const running =
    database.dialect === "sqlite"
      ? sql<{ job: string }>`select substr(id, length(kind) + 2) as job from queue_jobs where state = 'running'`
      : sql<{ job: string }>`select data ->> 'id' as job from pgboss.job where state = 'active'`;
  return (await running.execute(database.query)).rows.map(({ job }) => job);
}

async function readRuns(database: Database): Promise<Run[]> {
  const { rows } =
    await sql<Run>`select job, group_key, worker, attempt, begun_at, ended_at from runs order by begun_at`.execute(
      database.query,
    );
  return rows;
}

async function readEnds(database: Database): Promise<string[]> {
  const { rows } = await sql<{ job: string }>`select job from ends`.execute(database.query);
  return rows.map((row) => row.job);
}

function isHanging(run: Run): boolean {
  return run.attempt === 1 && hangingJobs.some((i) => run.job === `job ${i}`);
}

/** Pairs of runs in one group where the second started before the first had ended or its worker was killed. */
function overlaps(runs: Run[], killed: Map<string, number>): [string, string][] {
  const found: [string, string][] = [];
  const last = new Map<string, Run>();
  for (const run of runs) {
    const before = last.get(run.groupKey);
    if (before && run.begunAt < (before.endedAt ?? killed.get(before.worker) ?? Number.POSITIVE_INFINITY)) {
      found.push([before.job, run.job]);
    }
    last.set(run.groupKey, run);
  }
  return found;
}
