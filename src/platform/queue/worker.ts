import { setTimeout } from "node:timers/promises";
import type { JobHandler } from "./handler.ts";
import { type KeptLease, keepLease } from "./lease.ts";
import { enqueuePeriodically, type PeriodicTask } from "./periodic.ts";
import type { ClaimedJob } from "./queue.ts";
import { type QueueDeps, releaseJob } from "./record-failure.ts";
import { runJob } from "./run-job.ts";
import { traceRun } from "./trace-jobs.ts";

export interface WorkerOptions extends QueueDeps {
  /** Handlers by kind. Only these kinds are claimed. */
  handlers: Readonly<Record<string, JobHandler>>;
  /** The kind of each task needs a handler. */
  periodic?: readonly PeriodicTask[];
  /** How many jobs run at the same time. */
  concurrency: number;
  leaseSeconds?: number;
  pollMilliseconds?: number;
  /** How long `stop` lets running jobs continue. */
  shutdownSeconds: number;
}

const leaseSecondsDefault = 30;
const pollMillisecondsDefault = 200;
const outageWaitFirstMilliseconds = 500;
const outageWaitMaxMilliseconds = 10_000;
// How long an interrupted job may take to notice.
const interruptSeconds = 5;

interface Run {
  job: ClaimedJob;
  lease: KeptLease;
  ended: Promise<void>;
}

/** Claims and runs jobs, from `start` to `stop`. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #leaseSeconds: number;
  readonly #pollMilliseconds: number;
  readonly #wakeSignal = new WakeSignal();
  readonly #runs = new Set<Run>();
  readonly #unrecorded = new Set<ClaimedJob>();
  #periodic: { stop(): Promise<void> }[] = [];
  #claiming: Promise<void> | undefined;
  #stopping = false;
  #failedClaims = 0;

  constructor(options: WorkerOptions) {
    for (const { kind } of options.periodic ?? []) {
      if (!Object.hasOwn(options.handlers, kind)) {
        throw new TypeError(`The periodic job ${kind} has no handler.`);
      }
    }
    this.#options = options;
    this.#leaseSeconds = options.leaseSeconds ?? leaseSecondsDefault;
    this.#pollMilliseconds = options.pollMilliseconds ?? pollMillisecondsDefault;
  }

  start(): void {
    if (this.#claiming) {
      throw new Error("A worker can only be started once.");
    }
    this.#periodic = (this.#options.periodic ?? []).map((task) => enqueuePeriodically(this.#options, task));
    this.#claiming = this.#claimUntilStopped();
  }

  /** Resolves when no job is running. Jobs that don't end in time are released for another worker. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wakeSignal.wake();
    await Promise.all(this.#periodic.map((task) => task.stop()));
    await this.#claiming;
    await this.#waitForRuns(this.#options.shutdownSeconds);
    for (const run of this.#runs) {
      run.lease.interrupt("stopping");
    }
    await this.#waitForRuns(interruptSeconds);
    for (const run of this.#runs) {
      run.lease.end();
      await this.#release(run.job);
    }
  }

  async #claimUntilStopped(): Promise<void> {
    while (!this.#stopping) {
      // No job is claimed while the end of another one can't be recorded, because its own end couldn't be recorded
      // either.
      const isFree = this.#runs.size < this.#options.concurrency && this.#unrecorded.size === 0;
      const claimingSince = Date.now();
      const job = isFree ? await this.#claim() : undefined;
      if (job && this.#stopping) {
        await this.#release(job);
      } else if (job) {
        this.#run(job, claimingSince);
      } else {
        await this.#wakeSignal.wait(this.#waitMilliseconds());
      }
    }
  }

  async #claim(): Promise<ClaimedJob | undefined> {
    const { queue, log, handlers } = this.#options;
    try {
      const job = await queue.claim(Object.keys(handlers), this.#leaseSeconds);
      if (this.#failedClaims > 0) {
        log.info({ failedClaims: this.#failedClaims }, "The queue is available again.");
        this.#failedClaims = 0;
      }
      return job;
    } catch (error) {
      if (this.#failedClaims === 0) {
        log.error({ err: error }, "The queue is unavailable; the worker keeps retrying.");
      }
      this.#failedClaims++;
      return undefined;
    }
  }

  #waitMilliseconds(): number {
    if (this.#failedClaims === 0) {
      return this.#pollMilliseconds;
    }
    return Math.min(outageWaitFirstMilliseconds * 2 ** (this.#failedClaims - 1), outageWaitMaxMilliseconds);
  }

  #run(job: ClaimedJob, claimingSince: number): void {
    const handler = this.#options.handlers[job.kind];
    if (!handler) {
      throw new Error(`The queue returned a ${job.kind} job that was not requested.`);
    }
    const lease = keepLease(this.#options, job, this.#leaseSeconds);
    const run: Run = {
      job,
      lease,
      ended: traceRun(job, claimingSince, () =>
        runJob({ ...this.#options, unrecorded: this.#unrecorded }, handler, job, lease),
      ),
    };
    this.#runs.add(run);
    run.ended.then(() => {
      this.#runs.delete(run);
      // The next job may have been waiting for this one.
      this.#wakeSignal.wake();
    });
  }

  async #waitForRuns(seconds: number): Promise<void> {
    const enough = new AbortController();
    const all = Promise.all([...this.#runs].map((run) => run.ended));
    await Promise.race([all, setTimeout(seconds * 1_000, undefined, { signal: enough.signal }).catch(() => {})]);
    enough.abort();
  }

  async #release(job: ClaimedJob): Promise<void> {
    try {
      await releaseJob(this.#options, job);
    } catch (error) {
      this.#options.log.warn({ err: error, kind: job.kind, job: job.id }, "A job could not be released.");
    }
  }
}

/** Wakes a waiting loop. A wake while nobody waits isn't lost: the next wait ends at once. */
class WakeSignal {
  #isWoken = false;
  #resolve: (() => void) | undefined;

  wake(): void {
    this.#isWoken = true;
    this.#resolve?.();
  }

  async wait(milliseconds: number): Promise<void> {
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        const timer = globalThis.setTimeout(resolve, milliseconds);
        this.#resolve = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isWoken = false;
    this.#resolve = undefined;
  }
}
