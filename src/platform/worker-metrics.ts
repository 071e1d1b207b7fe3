import { defineCounter, defineHistogram, measuredNow, readMeasures, renderMeasures } from "./measures/measure.ts";
import { createProcessReader } from "./measures/read-process.ts";
import { type MetricSources, measurePool } from "./metrics.ts";
import { type JobHandler, RetryLater } from "./queue/handler.ts";
import type { Queue } from "./queue/queue.ts";
import { annotateSpan } from "./tracing/traced.ts";

export interface WorkerMetrics {
  /** The same handlers, with their runs counted. */
  observe(handlers: Readonly<Record<string, JobHandler>>): Record<string, JobHandler>;
  /** The same queue, with the time of its last claim recorded. */
  watch(queue: Queue): Queue;
  /** The Prometheus text format. */
  render(): Promise<string>;
}

const bucketSeconds = [0.1, 0.5, 2, 10, 60, 300, 1_800];
const outcomes = ["done", "postponed", "failed", "interrupted", "given_up"] as const;

export function createWorkerMetrics(
  kinds: readonly string[],
  readPoolUse: MetricSources["readPoolUse"],
): WorkerMetrics {
  const readProcess = createProcessReader();
  let claimedAt = performance.now();
  const jobs = defineCounter(
    "lectern_jobs_total",
    "Jobs that have run here, by kind and outcome: done, postponed (waits for an outage to end), failed (and possibly retried), interrupted or given_up.",
    { kind: kinds, outcome: outcomes },
  );
  const seconds = defineHistogram("lectern_job_seconds", "How long jobs ran, by kind.", { kind: kinds }, bucketSeconds);
  const running = defineCounter("lectern_jobs_running", "Jobs that run here now, by kind.", { kind: kinds }, "gauge");

  function count(kind: string, outcome: (typeof outcomes)[number]): void {
    jobs.add({ kind, outcome });
    annotateSpan({ "lectern.job.outcome": outcome });
  }

  const observed = (kind: string, handler: JobHandler): JobHandler => ({
    ...handler,
    async run(job) {
      const startedAt = performance.now();
      running.add({ kind });
      try {
        await handler.run(job);
        count(kind, "done");
      } catch (error) {
        count(kind, outcomeOf(error, job.signal));
        throw error;
      } finally {
        running.add({ kind }, -1);
        seconds.observe({ kind }, (performance.now() - startedAt) / 1_000);
      }
    },
    async giveUp(tx, job, reason, cause) {
      await handler.giveUp(tx, job, reason, cause);
      count(kind, "given_up");
    },
  });

  return {
    observe: (handlers) =>
      Object.fromEntries(Object.entries(handlers).map(([kind, handler]) => [kind, observed(kind, handler)])),
    watch: (queue) => ({
      ...queue,
      async claim(wanted, leaseSeconds) {
        const job = await queue.claim(wanted, leaseSeconds);
        claimedAt = performance.now();
        return job;
      },
    }),
    async render() {
      const sinceClaim = (performance.now() - claimedAt) / 1_000;
      const help = "Seconds since this worker last asked the queue for a job. It asks only while it can run another.";
      const lastClaim = measuredNow("lectern_last_claim_seconds", help, [[{}, sinceClaim]]);
      return renderMeasures([...readProcess(), lastClaim, ...measurePool(readPoolUse), ...readMeasures()]);
    },
  };
}

function outcomeOf(error: unknown, { aborted }: AbortSignal): "postponed" | "interrupted" | "failed" {
  if (aborted) return "interrupted";
  return error instanceof RetryLater ? "postponed" : "failed";
}
