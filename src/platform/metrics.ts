import type { SweepCountRow } from "./db/tables.ts";
import {
  addMeasures,
  Durations,
  type Measured,
  measuredNow,
  readMeasures,
  renderMeasures,
} from "./measures/measure.ts";
import { createProcessReader } from "./measures/read-process.ts";
import type { DueJobs } from "./queue/queue.ts";

export interface Metrics {
  observeRequest(operation: string, status: number, seconds: number): void;
  /** The Prometheus text format. */
  render(): Promise<string>;
}

export interface MetricSources {
  /** All job kinds that exist. */
  jobKinds: readonly string[];
  /** The updates of the last hour. */
  readUpdates(): Promise<readonly { status: string; count: number }[]>;
  readQueue(): Promise<{ waiting: number; running: number }>;
  listDue(): Promise<readonly DueJobs[]>;
  readSweeps(): Promise<readonly SweepCountRow[]>;
  readNodes(): Promise<{ api: number; worker: number }>;
  countWrongTimes(): Promise<number>;
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
      const pool = measurePool(sources.readPoolUse);
      return renderMeasures([...readProcess(), ...stored, ...pool, ...counted, ...requests.read()]);
    },
  };
}

/** The use of a database's connection pool; empty for a database without one. */
export function measurePool(readPoolUse: MetricSources["readPoolUse"]): Measured[] {
  if (readPoolUse === undefined) return [];
  const values = Object.entries(readPoolUse()).map(([state, count]) => [{ state }, count] as const);
  const help = "Connections of this process to PostgreSQL, by state: total, idle, and waiting (callers without one).";
  return [measuredNow("lectern_database_connections", help, values)];
}

/** Metrics from the database. While it is down, they are missing or NaN, and the other metrics are still shown. */
async function readStored(sources: MetricSources): Promise<Measured[]> {
  const [queue, due, updates, nodes, sweeps, wrongTimes] = await Promise.all([
    sources.readQueue().catch(() => undefined),
    sources.listDue().catch(() => undefined),
    sources.readUpdates().catch(() => []),
    sources.readNodes().catch(() => ({ api: Number.NaN, worker: Number.NaN })),
    sources.readSweeps().catch(() => []),
    sources.countWrongTimes().catch(() => Number.NaN),
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
      "Jobs that could run now but wait for a worker, by kind.",
      byKind(({ jobs }) => jobs),
    ),
    measuredNow(
      "lectern_queue_oldest_seconds",
      "How long the oldest of these jobs has been waiting, by kind.",
      byKind(({ seconds }) => seconds),
    ),
    measuredNow("lectern_wrong_times", "Stored times that only a clock that was ahead can have written.", [
      [{}, wrongTimes],
    ]),
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
  statuses: Map<number, number>;
  durations: Durations;
}

/**
 * Counts requests and their durations. Every request passes through here, so the names of series are only built when
 * the metrics are read: building one per request would take longer than all other bookkeeping of a status read.
 */
class RequestCounts {
  readonly #operations = new Map<string, OperationCounts>();

  observe(operation: string, status: number, seconds: number): void {
    let counts = this.#operations.get(operation);
    if (counts === undefined) {
      counts = { statuses: new Map(), durations: new Durations(bucketSeconds, { operation }) };
      this.#operations.set(operation, counts);
    }
    counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
    counts.durations.observe(seconds);
  }

  read(): Measured[] {
    const operations = [...this.#operations];
    const totals = operations.flatMap(([operation, { statuses }]) =>
      [...statuses].map(([status, count]) => [{ operation, status: String(status) }, count] as const),
    );
    const name = "lectern_http_request_seconds";
    const series = operations.flatMap(([, { durations }]) => durations.series(name));
    return [
      measuredNow("lectern_http_requests_total", "Requests answered, by operation and status.", totals, "counter"),
      {
        name,
        help: "How long replies took, by operation.",
        type: "histogram",
        series: Object.fromEntries(series),
      },
    ];
  }
}
