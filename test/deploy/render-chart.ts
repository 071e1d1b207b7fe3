import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments, stringify } from "yaml";

/**
 * Renders a Helm chart with the part of the template language that ours uses: `if`, `with`, `range`, `define`,
 * variables, pipelines and the functions below. Anything else is an error, so that the whole chart is covered by these
 * tests.
 */
export function renderChart(folder: string, overrides: Record<string, unknown>, release = "docs"): RenderedObject[] {
  const chart = parse(readFileSync(join(folder, "Chart.yaml"), "utf8")) as { version: string; appVersion: string };
  const values = merge(parse(readFileSync(join(folder, "values.yaml"), "utf8")), overrides);
  const names = readdirSync(join(folder, "templates"));
  const sources = names.map((name) => ({
    name,
    nodes: parseTemplate(readFileSync(join(folder, "templates", name), "utf8")),
  }));
  const templates = new Map<string, Node[]>();
  for (const { nodes } of sources)
    for (const node of nodes) if (node.kind === "define") templates.set(node.name, node.body);
  const root = {
    Values: values,
    Chart: { Version: chart.version, AppVersion: chart.appVersion },
    Release: { Name: release, Namespace: "default", Service: "Helm" },
  };
  return sources.flatMap(({ name, nodes }) => {
    const text = renderNodes(nodes, { root, dot: root, variables: new Map(), templates });
    if (!name.endsWith(".yaml")) return [];
    return parseAllDocuments(text).flatMap((document) => {
      if (document.errors.length > 0) throw new Error(`${name}: ${document.errors[0]?.message}\n${text}`);
      const value: unknown = document.toJS();
      return value === null ? [] : [value as RenderedObject];
    });
  });
}

export interface RenderedObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  [field: string]: unknown;
}

type Node =
  | { kind: "text"; text: string }
  | { kind: "value"; code: string }
  | { kind: "set"; name: string; code: string }
  | { kind: "define"; name: string; body: Node[] }
  | { kind: "if" | "with"; code: string; body: Node[] }
  | { kind: "range"; key: string | undefined; value: string | undefined; code: string; body: Node[] };

interface Scope {
  root: unknown;
  dot: unknown;
  variables: Map<string, unknown>;
  templates: Map<string, Node[]>;
}

function parseTemplate(source: string): Node[] {
  const pieces = source.split(/(\{\{-?(?:[^{}"]|"[^"]*")*-?\}\})/);
  const top: Node[] = [];
  const stack: Node[][] = [top];
  let trimsNext = false;
  pieces.forEach((piece, at) => {
    const current = stack.at(-1) ?? top;
    if (!piece.startsWith("{{")) {
      let text = trimsNext ? piece.trimStart() : piece;
      if (pieces[at + 1]?.startsWith("{{-")) text = text.trimEnd();
      if (text !== "") current.push({ kind: "text", text });
      return;
    }
    trimsNext = piece.endsWith("-}}");
    const code = piece
      .replace(/^\{\{-?/, "")
      .replace(/-?\}\}$/, "")
      .trim();
    if (code.startsWith("/*")) return;
    if (code === "end") {
      if (stack.length === 1) throw new Error("The template has an `end` without a beginning.");
      stack.pop();
      return;
    }
    const node = parseAction(code);
    current.push(node);
    if ("body" in node) stack.push(node.body);
  });
  if (stack.length !== 1) throw new Error("A block has no `end`.");
  return top;
}

function parseAction(code: string): Node {
  const [, word = "", rest = ""] = /^(if|with|range|define) (.*)$/.exec(code) ?? [];
  switch (word) {
    case "if":
    case "with":
      return { kind: word, code: rest, body: [] };
    case "define":
      return { kind: "define", name: JSON.parse(rest) as string, body: [] };
    case "range": {
      const [, key, value, list] = /^(\$\w+), (\$\w+) := (.*)$/.exec(rest) ?? [];
      return { kind: "range", key, value, code: list ?? rest, body: [] };
    }
  }
  const [, name, value] = /^(\$\w+) := (.*)$/.exec(code) ?? [];
  return name === undefined || value === undefined ? { kind: "value", code } : { kind: "set", name, code: value };
}

function renderNodes(nodes: readonly Node[], scope: Scope): string {
  const inner = { ...scope, variables: new Map(scope.variables) };
  return nodes.map((node) => renderNode(node, inner)).join("");
}

function renderNode(node: Node, scope: Scope): string {
  switch (node.kind) {
    case "text":
      return node.text;
    case "define":
      return "";
    case "set":
      scope.variables.set(node.name, evaluate(node.code, scope));
      return "";
    case "value":
      return write(evaluate(node.code, scope));
    case "if":
      return isTrue(evaluate(node.code, scope)) ? renderNodes(node.body, scope) : "";
    case "with": {
      const dot = evaluate(node.code, scope);
      return isTrue(dot) ? renderNodes(node.body, { ...scope, dot }) : "";
    }
    case "range":
      return Object.entries(evaluate(node.code, scope) as object)
        .map(([key, dot]) => {
          const variables = new Map(scope.variables);
          if (node.key !== undefined && node.value !== undefined) variables.set(node.key, key).set(node.value, dot);
          return renderNodes(node.body, { ...scope, dot, variables });
        })
        .join("");
  }
}

function write(value: unknown): string {
  if (value === undefined || value === null) throw new Error("The template prints a missing value.");
  return String(value);
}

/** A pipeline: the result of each command is the last argument of the next. */
function evaluate(code: string, scope: Scope): unknown {
  const tokens = code.match(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|]+/g) ?? [];
  let at = 0;
  const pipeline = (): unknown => {
    let result = command([]);
    while (tokens[at] === "|") {
      at += 1;
      result = command([result]);
    }
    return result;
  };
  const command = (piped: unknown[]): unknown => {
    const first = tokens[at] ?? "";
    if (!/^[a-z]/i.test(first) || first === "true" || first === "false") return operand();
    at += 1;
    const given: unknown[] = [];
    while (at < tokens.length && tokens[at] !== "|" && tokens[at] !== ")") given.push(operand());
    return call(first, [...given, ...piped], scope);
  };
  const operand = (): unknown => {
    const token = tokens[at] ?? "";
    at += 1;
    if (token !== "(") return atom(token, scope);
    const value = pipeline();
    at += 1;
    return value;
  };
  return pipeline();
}

function atom(token: string, scope: Scope): unknown {
  if (token.startsWith('"') || /^\d+$/.test(token) || token === "true" || token === "false") return JSON.parse(token);
  const [start = "", ...names] = token.split(".");
  const from = start === "" ? scope.dot : start === "$" ? scope.root : scope.variables.get(start);
  return names
    .filter((name) => name !== "")
    .reduce<unknown>((value, name) => {
      if (typeof value !== "object" || value === null) throw new Error(`${token}: there is no ${name}.`);
      return (value as Record<string, unknown>)[name];
    }, from);
}

function call(name: string, given: unknown[], scope: Scope): unknown {
  const [first, second] = given;
  switch (name) {
    case "include": {
      const body = scope.templates.get(String(first));
      if (body === undefined) throw new Error(`There is no template ${first}.`);
      return renderNodes(body, { ...scope, root: second, dot: second, variables: new Map() });
    }
    case "dict":
      return Object.fromEntries(given.flatMap((key, at) => (at % 2 === 0 ? [[key, given[at + 1]]] : [])));
    case "default":
      return isTrue(second) ? second : first;
    case "required":
      if (second === undefined || second === "") throw new Error(String(first));
      return second;
    case "not":
      return !isTrue(first);
    case "printf": {
      const rest = given.slice(1);
      return String(first).replace(/%s/g, () => String(rest.shift()));
    }
    case "trunc":
      return String(second).slice(0, Number(first));
    case "trimSuffix":
      return String(second).endsWith(String(first)) ? String(second).slice(0, -String(first).length) : second;
    case "quote":
      return JSON.stringify(write(first));
    case "toYaml":
      return stringify(first).trimEnd();
    case "nindent":
      return `\n${String(second).replace(/^(?=.)/gm, " ".repeat(Number(first)))}`;
    default:
      throw new Error(`The chart uses ${name}, which this renderer doesn't know.`);
  }
}

function isTrue(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function merge(base: unknown, over: unknown): unknown {
  const isMap = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isMap(base) || !isMap(over)) return over === undefined ? base : over;
  const result: Record<string, unknown> = { ...(base as object) };
  for (const [key, value] of Object.entries(over as object)) result[key] = merge(result[key], value);
  return result;
}
