import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";

export interface Metrics {
  observeRequest(operation: string, status: number, seconds: number): void;
  /** The Prometheus text format. */
  render(): Promise<string>;
}

interface QueueCounts {
  waiting: number;
  running: number;
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
  /** The updates of the last hour. */
  readUpdates(): Promise<readonly UpdateCount[]>;
  readQueue(): Promise<QueueCounts>;
  readSweeps(): Promise<readonly SweepCount[]>;
  readNodes(): Promise<{ api: number; worker: number }>;
}

export function createMetrics({ readQueue, readSweeps, readUpdates, readNodes }: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "lectern_queue_jobs",
    help: "Jobs in the queue, by state.",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      // The other metrics matter even more while the database is down.
      const counts = await readQueue().catch(() => undefined);
      this.set({ state: "waiting" }, counts?.waiting ?? Number.NaN);
      this.set({ state: "running" }, counts?.running ?? Number.NaN);
    },
  });
  new Gauge({
    name: "lectern_updates_last_hour",
    help: "Updates triggered in the last hour, by status.",
    labelNames: ["status"],
    registers: [registry],
    async collect() {
      const counts = await readUpdates().catch(() => []);
      this.reset();
      for (const { status, count } of counts) this.set({ status }, count);
    },
  });
  new Gauge({
    name: "lectern_nodes",
    help: "Processes that are alive, by role: api and worker.",
    labelNames: ["role"],
    registers: [registry],
    async collect() {
      const counts = await readNodes().catch(() => ({ api: Number.NaN, worker: Number.NaN }));
      for (const [role, count] of Object.entries(counts)) this.set({ role }, count);
    },
  });
  for (const [field, help] of [
    ["runs", "Maintenance sweeps, by sweep."],
    ["failures", "Maintenance sweeps that failed, by sweep."],
  ] as const) {
    new Counter({
      name: `lectern_sweep_${field}_total`,
      help,
      labelNames: ["sweep"],
      registers: [registry],
      async collect() {
        const counts = await readSweeps().catch(() => []);
        this.reset();
        for (const { name, ...count } of counts) this.inc({ sweep: name }, count[field]);
      },
    });
  }
  const requests = new RequestCounts();
  return {
    observeRequest: (operation, status, seconds) => requests.observe(operation, status, seconds),
    render: async () => `${await registry.metrics()}\n${requests.render()}`,
  };
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
 * Counts requests and how long they took. Every request comes through here, and the library's own counters hash the labels
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
