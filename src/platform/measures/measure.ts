/** Every label with all its values. Only listed values can be counted, so the number of series is fixed. */
type Labels = Readonly<Record<string, readonly string[]>>;

type Chosen<Of extends Labels> = { readonly [Label in keyof Of]: Of[Label][number] };

interface Counter<Of extends Labels> {
  add(labels: Chosen<Of>, amount?: number): void;
}

interface Histogram<Of extends Labels> {
  observe(labels: Chosen<Of>, seconds: number): void;
}

/** A metric as plain data, so that a worker can send its metrics to the process that shows them. */
export interface Measured {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** The values, by the name of the series with its labels. */
  readonly series: Readonly<Record<string, number>>;
}

interface Family extends Omit<Measured, "series"> {
  readonly series: Map<string, number>;
  /** For histograms: the durations by labels. */
  readonly durations: Map<string, Durations>;
}

const families: Family[] = [];

/**
 * Counters of this process. They are plain maps, so that code which also runs in commands can count without loading a
 * library. All series start at 0: otherwise Prometheus would miss the first failure and only see the second.
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
  const { durations } = define({ name, help, type: "histogram" });
  for (const chosen of combine(labels)) {
    const key = nameSeries("", chosen);
    durations.set(key, durations.get(key) ?? new Durations(bucketSeconds, chosen));
  }
  return { observe: (chosen, seconds) => durations.get(nameSeries("", chosen))?.observe(seconds) };
}

/** The distribution of measured durations. */
export class Durations {
  readonly #bucketSeconds: readonly number[];
  readonly #labels: Readonly<Record<string, string>>;
  /** One count per bucket, in the smallest bucket that fits the duration. The last bucket has no upper bound. */
  readonly #counts: number[];
  #seconds = 0;

  constructor(bucketSeconds: readonly number[], labels: Readonly<Record<string, string>>) {
    this.#bucketSeconds = bucketSeconds;
    this.#labels = labels;
    this.#counts = Array(bucketSeconds.length + 1).fill(0);
  }

  observe(seconds: number): void {
    const found = this.#bucketSeconds.findIndex((bound) => seconds <= bound);
    const bucket = found === -1 ? this.#bucketSeconds.length : found;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#seconds += seconds;
  }

  series(name: string): [key: string, value: number][] {
    let count = 0;
    const buckets = this.#counts.map((more, index): [string, number] => {
      count += more;
      const le = String(this.#bucketSeconds[index] ?? "+Inf");
      return [nameSeries(`${name}_bucket`, { ...this.#labels, le }), count];
    });
    const sum: [string, number] = [nameSeries(`${name}_sum`, this.#labels), this.#seconds];
    return [...buckets, sum, [nameSeries(`${name}_count`, this.#labels), count]];
  }
}

export function readMeasures(): Measured[] {
  return families.map(({ series, durations, ...family }) => ({
    ...family,
    series: Object.fromEntries([...series, ...[...durations.values()].flatMap((each) => each.series(family.name))]),
  }));
}

/** A value that is measured when the metrics are read. */
export function measuredNow(
  name: string,
  help: string,
  values: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[],
  type: "counter" | "gauge" = "gauge",
): Measured {
  const series = values.map(([labels, value]) => [nameSeries(name, labels), value] as const);
  return { name, help, type, series: Object.fromEntries(series) };
}

/** Adds up the metrics of several processes. */
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

function define(family: Omit<Measured, "series">): Family {
  const known = families.find(({ name }) => name === family.name);
  if (known !== undefined) return known;
  const defined: Family = { ...family, series: new Map(), durations: new Map() };
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
