/** A metric that an expression reads, with the labels it needs and the values they are compared with. */
interface Selected {
  metric: string;
  labels: string[];
  values: { label: string; value: string }[];
}

const aggregations = ["sum", "max", "min", "avg", "count", "topk"];
/** Functions that read a range of a metric, such as `rate(requests_total[5m])`. */
const rangeFunctions = ["rate", "increase"];
const functions = [...rangeFunctions, "histogram_quantile"];

const token =
  /\s*(?:(?:[a-zA-Z_:][\w:]*)|(?:\d+(?:\.\d+)?)(?![\w.])|(?:\[\d+[smhd]\])|(?:"(?:[^"\\]|\\.)*")|(?:[=!]~|[=!<>]=|[-+*/<>=(){},]))/y;
const operators = ["+", "-", "*", "/", "==", "!=", "<", ">", "<=", ">="];

/**
 * Parses the part of PromQL that our dashboard and alerts use: selectors, aggregations, functions and operators. Throws
 * on everything else. Labels of an aggregation count for every metric in the expression.
 */
export function readExpression(expression: string): Selected[] {
  // Grafana replaces this variable before Prometheus sees the expression.
  const tokens = tokensOf(expression.replaceAll("$__rate_interval", "5m").trim());
  const selected: Selected[] = [];
  const grouped: string[] = [];
  let at = 0;
  const peek = () => tokens[at] ?? "";
  const fail = () => new Error(`${expression} is not valid PromQL at "${peek()}".`);
  const take = (pattern: RegExp): string => {
    const found = peek();
    if (!pattern.test(found)) throw fail();
    at += 1;
    return found;
  };
  const list = (end: RegExp, each: () => void): void => {
    while (!end.test(peek())) {
      each();
      if (!end.test(peek())) take(/^,$/);
    }
    take(end);
  };
  const operation = (): void => {
    operand();
    while (operators.includes(peek())) {
      at += 1;
      operand();
    }
  };
  const operand = (): void => {
    if (peek() === "(") {
      at += 1;
      operation();
      take(/^\)$/);
    } else if (/^\d/.test(peek())) {
      at += 1;
    } else {
      const name = take(/^[a-zA-Z_:]/);
      if (peek() === "(" || peek() === "by") call(name);
      else selector(name);
    }
  };
  const call = (name: string): void => {
    if (!(peek() === "by" ? aggregations : [...aggregations, ...functions]).includes(name)) throw fail();
    if (peek() === "by") {
      at += 1;
      take(/^\($/);
      list(/^\)$/, () => grouped.push(take(/^[a-zA-Z_]/)));
    }
    take(/^\($/);
    list(/^\)$/, operation);
    if (rangeFunctions.includes(name) !== /\]$/.test(tokens[at - 2] ?? "")) throw fail();
  };
  const selector = (metric: string): void => {
    const found: Selected = { metric, labels: [], values: [] };
    selected.push(found);
    if (peek() === "{") {
      at += 1;
      list(/^\}$/, () => {
        const label = take(/^[a-zA-Z_]/);
        const operator = take(/^(?:=|!=|=~|!~)$/);
        const value = take(/^"/).slice(1, -1);
        found.labels.push(label);
        if (!operator.includes("~")) found.values.push({ label, value });
      });
    }
    if (peek().startsWith("[")) at += 1;
  };
  operation();
  if (at < tokens.length) throw fail();
  return selected.map((each) => ({ ...each, labels: [...each.labels, ...grouped] }));
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const start = token.lastIndex;
    const found = token.exec(text);
    if (found === null) throw new Error(`${text} is not valid PromQL at position ${start}.`);
    tokens.push(found[0].trim());
  }
  return tokens;
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
