/** Every label with all its values: what isn't listed can't be counted, so the number of series is known in advance. */
type Labels = Readonly<Record<string, readonly string[]>>;

type Chosen<Of extends Labels> = { readonly [Label in keyof Of]: Of[Label][number] };

interface Counter<Of extends Labels> {
  add(labels: Chosen<Of>, amount?: number): void;
}

interface Histogram<Of extends Labels> {
  observe(labels: Chosen<Of>, seconds: number): void;
}

/** A metric, as plain data: a worker sends its own to the process that shows them. */
export interface Measured {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** Name with labels → value. */
  readonly series: Readonly<Record<string, number>>;
}

interface Family extends Omit<Measured, "series"> {
  readonly series: Map<string, number>;
}

const families: Family[] = [];

/**
 * Counters of this process. They are maps without a library, so that code which also runs in commands can count. All series
 * start at 0: otherwise Prometheus doesn't see the first failure, only the second.
 */
export function defineCounter<const Of extends Labels>(
  name: string,
  help: string,
  labels: Of,
  type: "counter" | "gauge" = "counter",
): Counter<Of> {
  const { series } = define({ name, help, type });
  for (const chosen of combine(labels)) {
    const key = nameSeries(name, chosen);
    series.set(key, series.get(key) ?? 0);
  }
  return {
    add(chosen, amount = 1) {
      const key = nameSeries(name, chosen);
      const before = series.get(key);
      if (before !== undefined) series.set(key, before + amount);
    },
  };
}

export function defineHistogram<const Of extends Labels>(
  name: string,
  help: string,
  labels: Of,
  bucketSeconds: readonly number[],
): Histogram<Of> {
  const { series } = define({ name, help, type: "histogram" });
  const keysOf = (chosen: Chosen<Of>) => ({
    buckets: [...bucketSeconds, Number.POSITIVE_INFINITY].map((bound) => ({
      bound,
      key: nameSeries(`${name}_bucket`, { ...chosen, le: bound === Number.POSITIVE_INFINITY ? "+Inf" : String(bound) }),
    })),
    sum: nameSeries(`${name}_sum`, chosen),
    count: nameSeries(`${name}_count`, chosen),
  });
  const known = new Map<string, ReturnType<typeof keysOf>>();
  for (const chosen of combine(labels)) {
    const keys = keysOf(chosen as Chosen<Of>);
    known.set(nameSeries(name, chosen), keys);
    for (const key of [...keys.buckets.map((bucket) => bucket.key), keys.sum, keys.count]) {
      series.set(key, series.get(key) ?? 0);
    }
  }
  const add = (key: string, amount: number) => series.set(key, (series.get(key) ?? 0) + amount);
  return {
    observe(chosen, seconds) {
      const keys = known.get(nameSeries(name, chosen));
      if (keys === undefined) return;
      for (const { bound, key } of keys.buckets) if (seconds <= bound) add(key, 1);
      add(keys.sum, seconds);
      add(keys.count, 1);
    },
  };
}

export function readMeasures(): Measured[] {
  return families.map(({ series, ...family }) => ({ ...family, series: Object.fromEntries(series) }));
}

/** A value that is read when the metrics are. */
export function measuredNow(
  name: string,
  help: string,
  values: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[],
  type: "counter" | "gauge" = "gauge",
): Measured {
  const series = values.map(([labels, value]) => [nameSeries(name, labels), value] as const);
  return { name, help, type, series: Object.fromEntries(series) };
}

/** Adds up what several processes have measured. */
export function addMeasures(lists: readonly (readonly Measured[])[]): Measured[] {
  const sums = new Map<string, Measured & { series: Record<string, number> }>();
  for (const { name, help, type, series } of lists.flat()) {
    const sum = sums.get(name) ?? { name, help, type, series: {} };
    sums.set(name, sum);
    for (const [key, value] of Object.entries(series)) sum.series[key] = (sum.series[key] ?? 0) + value;
  }
  return [...sums.values()];
}

/** The Prometheus text format. */
export function renderMeasures(measures: readonly Measured[]): string {
  return measures
    .flatMap(({ name, help, type, series }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...Object.entries(series).map(([key, value]) => `${key} ${value}`),
      "",
    ])
    .join("\n");
}

function define(family: Omit<Family, "series">): Family {
  const known = families.find(({ name }) => name === family.name);
  if (known !== undefined) return known;
  const defined = { ...family, series: new Map<string, number>() };
  families.push(defined);
  return defined;
}

function nameSeries(name: string, chosen: Readonly<Record<string, string>>): string {
  const labels = Object.keys(chosen)
    .sort()
    .map((label) => `${label}="${chosen[label]}"`);
  return labels.length === 0 ? name : `${name}{${labels.join(",")}}`;
}

function combine(labels: Labels): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (all, [label, values]) => all.flatMap((chosen) => values.map((value) => ({ ...chosen, [label]: value }))),
    [{}],
  );
}
