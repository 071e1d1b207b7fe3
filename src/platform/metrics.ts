import { addMeasures, type Measured, measuredNow, readMeasures, renderMeasures } from "./measures/measure.ts";
import { createProcessReader } from "./measures/read-process.ts";
import type { DueJobs } from "./queue/queue.ts";

export interface Metrics {
  observeRequest(operation: string, status: number, seconds: number): void;
  /** The Prometheus text format. */
  render(): Promise<string>;
}

interface SweepCount {
  name: string;
  runs: number;
  failures: number;
}

interface UpdateCount {
  status: string;
  count: number;
}

export interface MetricSources {
  /** All kinds of jobs. */
  jobKinds: readonly string[];
  /** The updates of the last hour. */
  readUpdates(): Promise<readonly UpdateCount[]>;
  readQueue(): Promise<{ waiting: number; running: number }>;
  listDue(): Promise<readonly DueJobs[]>;
  readSweeps(): Promise<readonly SweepCount[]>;
  readNodes(): Promise<{ api: number; worker: number }>;
  readPoolUse?: (() => { total: number; idle: number; waiting: number }) | undefined;
  /** The counters of the worker that this process has started. */
  readWorker?: (() => Promise<readonly Measured[]>) | undefined;
}

export function createMetrics(sources: MetricSources): Metrics {
  const requests = new RequestCounts();
  const readProcess = createProcessReader();
  return {
    observeRequest: (operation, status, seconds) => requests.observe(operation, status, seconds),
    async render() {
      const [stored, worker] = await Promise.all([readStored(sources), sources.readWorker?.() ?? []]);
      const counted = addMeasures([readMeasures(), worker]);
      const measured = [...readProcess(), ...stored, ...measurePool(sources.readPoolUse), ...counted];
      return `${renderMeasures(measured)}\n${requests.render()}`;
    },
  };
}

/** How the connections of a database are used; nothing for a database without any. */
export function measurePool(readPoolUse: MetricSources["readPoolUse"]): Measured[] {
  if (readPoolUse === undefined) return [];
  const values = Object.entries(readPoolUse()).map(([state, count]) => [{ state }, count] as const);
  const help = "Connections of this process to PostgreSQL, by state: total and idle; waiting are callers without one.";
  return [measuredNow("lectern_database_connections", help, values)];
}

/** What the database knows. While it is down, the other metrics matter even more. */
async function readStored(sources: MetricSources): Promise<Measured[]> {
  const [queue, due, updates, nodes, sweeps] = await Promise.all([
    sources.readQueue().catch(() => undefined),
    sources.listDue().catch(() => undefined),
    sources.readUpdates().catch(() => []),
    sources.readNodes().catch(() => ({ api: Number.NaN, worker: Number.NaN })),
    sources.readSweeps().catch(() => []),
  ]);
  const { waiting = Number.NaN, running = Number.NaN } = queue ?? {};
  const dueOf = (kind: string) => due?.find((each) => each.kind === kind) ?? { jobs: 0, seconds: 0 };
  const byKind = (value: (jobs: Omit<DueJobs, "kind">) => number) =>
    due === undefined ? [] : sources.jobKinds.map((kind) => [{ kind }, value(dueOf(kind))] as const);
  return [
    measuredNow("lectern_queue_jobs", "Jobs in the queue, by state.", [
      [{ state: "waiting" }, waiting],
      [{ state: "running" }, running],
    ]),
    measuredNow(
      "lectern_queue_due_jobs",
      "Jobs that could run now and wait for a worker, by kind.",
      byKind(({ jobs }) => jobs),
    ),
    measuredNow(
      "lectern_queue_oldest_seconds",
      "For how long the first of these jobs has been waiting, by kind.",
      byKind(({ seconds }) => seconds),
    ),
    measuredNow(
      "lectern_updates_last_hour",
      "Updates triggered in the last hour, by status.",
      updates.map(({ status, count }) => [{ status }, count]),
    ),
    measuredNow(
      "lectern_nodes",
      "Processes that are alive, by role: api and worker.",
      Object.entries(nodes).map(([role, count]) => [{ role }, count]),
    ),
    measuredNow(
      "lectern_sweep_runs_total",
      "Maintenance sweeps, by sweep.",
      sweeps.map(({ name, runs }) => [{ sweep: name }, runs]),
      "counter",
    ),
    measuredNow(
      "lectern_sweep_failures_total",
      "Maintenance sweeps that failed, by sweep.",
      sweeps.map(({ name, failures }) => [{ sweep: name }, failures]),
      "counter",
    ),
  ];
}

const bucketSeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10];

interface OperationCounts {
  /** Requests by status. */
  statuses: Map<number, number>;
  /** Requests by the smallest bucket they fit in; the last one has no bound. */
  buckets: number[];
  seconds: number;
}

/**
 * Counts requests and how long they took. Every request comes through here, so it avoids building the name of a series
 * each time, which takes longer than the rest of a status read's bookkeeping.
 */
class RequestCounts {
  readonly #operations = new Map<string, OperationCounts>();

  observe(operation: string, status: number, seconds: number): void {
    let counts = this.#operations.get(operation);
    if (counts === undefined) {
      counts = { statuses: new Map(), buckets: Array(bucketSeconds.length + 1).fill(0), seconds: 0 };
      this.#operations.set(operation, counts);
    }
    counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
    let bucket = 0;
    while (bucket < bucketSeconds.length && seconds > (bucketSeconds[bucket] ?? 0)) bucket += 1;
    counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
    counts.seconds += seconds;
  }

  render(): string {
    const totals: string[] = [];
    const durations: string[] = [];
    for (const [operation, { statuses, buckets, seconds }] of this.#operations) {
      for (const [status, count] of statuses) {
        totals.push(`lectern_http_requests_total{operation="${operation}",status="${status}"} ${count}`);
      }
      let count = 0;
      for (const [index, more] of buckets.entries()) {
        count += more;
        const bound = bucketSeconds[index] ?? "+Inf";
        durations.push(`lectern_http_request_seconds_bucket{le="${bound}",operation="${operation}"} ${count}`);
      }
      durations.push(`lectern_http_request_seconds_sum{operation="${operation}"} ${seconds}`);
      durations.push(`lectern_http_request_seconds_count{operation="${operation}"} ${count}`);
    }
    return [
      "# HELP lectern_http_requests_total Requests answered, by operation and status.",
      "# TYPE lectern_http_requests_total counter",
      ...totals,
      "",
      "# HELP lectern_http_request_seconds How long replies took, by operation.",
      "# TYPE lectern_http_request_seconds histogram",
      ...durations,
      "",
    ].join("\n");
  }
}
