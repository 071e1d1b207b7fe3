import { parser } from "@prometheus-io/lezer-promql";

/** A metric that an expression reads, with the labels it needs and the values they are compared with. */
interface Selected {
  metric: string;
  labels: string[];
  values: { label: string; value: string }[];
}

/** Parses PromQL and throws if it is invalid. Labels of an aggregation count for every metric in the expression. */
export function readExpression(expression: string): Selected[] {
  // Grafana replaces this variable before Prometheus sees the expression.
  const text = expression.replaceAll("$__rate_interval", "5m");
  const grouped: string[] = [];
  const selected: Selected[] = [];
  parser.parse(text).iterate({
    enter({ type, name, from, to, node }) {
      if (type.isError) throw new Error(`${expression} is not valid PromQL at position ${from}.`);
      if (name === "LabelName" && node.parent?.name === "GroupingLabels") grouped.push(text.slice(from, to));
      if (name === "VectorSelector") selected.push({ metric: "", labels: [], values: [] });
      const last = selected.at(-1);
      if (name === "Identifier" && node.parent?.name === "VectorSelector" && last) last.metric = text.slice(from, to);
      if (name === "UnquotedLabelMatcher" && last) {
        const [, label = "", operator = "", value = ""] = /^(\w+)(=~|!~|!=|=)"(.*)"$/.exec(text.slice(from, to)) ?? [];
        last.labels.push(label);
        if (!operator.includes("~")) last.values.push({ label, value });
      }
    },
  });
  return selected.map((each) => ({ ...each, labels: [...each.labels, ...grouped] }));
}

/** The series in a metrics response: name → label → values. */
export function readSeries(metrics: string): Map<string, Map<string, Set<string>>> {
  const series = new Map<string, Map<string, Set<string>>>();
  for (const line of metrics.split("\n")) {
    const [, name, labels = ""] = /^([a-z_]\w*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === undefined) continue;
    const known = series.get(name) ?? new Map<string, Set<string>>();
    series.set(name, known);
    for (const [, label = "", value = ""] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      known.set(label, (known.get(label) ?? new Set()).add(value));
    }
  }
  return series;
}
