import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

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

export interface MetricSources {
  readQueue(): Promise<QueueCounts>;
  readSweeps(): Promise<readonly SweepCount[]>;
}

export function createMetrics({ readQueue, readSweeps }: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "lectern_http_requests_total",
    help: "Requests answered, by operation and status.",
    labelNames: ["operation", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "lectern_http_request_seconds",
    help: "How long replies took, by operation.",
    labelNames: ["operation"],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
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
  // Looked up once per pair: there are few, and every request comes through here.
  const observers = new Map<string, (seconds: number) => void>();
  return {
    observeRequest(operation, status, seconds) {
      const name = `${status} ${operation}`;
      let observe = observers.get(name);
      if (observe === undefined) {
        const counter = requests.labels({ operation, status });
        const histogram = durations.labels({ operation });
        observe = (value) => {
          counter.inc();
          histogram.observe(value);
        };
        observers.set(name, observe);
      }
      observe(seconds);
    },
    render: () => registry.metrics(),
  };
}
