import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type JobHandler, RetryLater } from "./queue/handler.ts";
import type { Queue } from "./queue/queue.ts";

export interface WorkerMetrics {
  /** The same handlers, counted. */
  observe(handlers: Readonly<Record<string, JobHandler>>): Record<string, JobHandler>;
  /** The same queue, with the time of the last claim. */
  watch(queue: Queue): Queue;
  /** The Prometheus text format. */
  render(): Promise<string>;
}

const bucketSeconds = [0.1, 0.5, 2, 10, 60, 300, 1_800];

export function createWorkerMetrics(): WorkerMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  let claimedAt = performance.now();
  const jobs = new Counter({
    name: "lectern_jobs_total",
    help: "Jobs that have run here, by kind and outcome: done, postponed (waits for something outside), failed (perhaps to be retried), interrupted or given_up.",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const seconds = new Histogram({
    name: "lectern_job_seconds",
    help: "How long jobs ran, by kind.",
    labelNames: ["kind"],
    buckets: bucketSeconds,
    registers,
  });
  const running = new Gauge({
    name: "lectern_jobs_running",
    help: "Jobs that run here now, by kind.",
    labelNames: ["kind"],
    registers,
  });
  new Gauge({
    name: "lectern_last_claim_seconds",
    help: "Seconds since this worker last asked the queue for a job. It doesn't ask while it is fully busy.",
    registers,
    collect() {
      this.set((performance.now() - claimedAt) / 1_000);
    },
  });

  const observed = (kind: string, handler: JobHandler): JobHandler => ({
    ...handler,
    async run(job) {
      const end = seconds.startTimer({ kind });
      running.inc({ kind });
      try {
        await handler.run(job);
        jobs.inc({ kind, outcome: "done" });
      } catch (error) {
        jobs.inc({ kind, outcome: outcomeOf(error, job.signal) });
        throw error;
      } finally {
        running.dec({ kind });
        end();
      }
    },
    async giveUp(tx, job, reason, cause) {
      await handler.giveUp(tx, job, reason, cause);
      jobs.inc({ kind, outcome: "given_up" });
    },
  });

  return {
    observe: (handlers) =>
      Object.fromEntries(Object.entries(handlers).map(([kind, handler]) => [kind, observed(kind, handler)])),
    watch: (queue) => ({
      ...queue,
      async claim(kinds, leaseSeconds) {
        const job = await queue.claim(kinds, leaseSeconds);
        claimedAt = performance.now();
        return job;
      },
    }),
    render: () => registry.metrics(),
  };
}

function outcomeOf(error: unknown, { aborted }: AbortSignal): "postponed" | "interrupted" | "failed" {
  if (aborted) return "interrupted";
  return error instanceof RetryLater ? "postponed" : "failed";
}
