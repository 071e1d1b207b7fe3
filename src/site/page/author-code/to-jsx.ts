import type { MarkdownNode, Runtime } from "../page-tree.ts";
import { isList, isMap, Jsx, kindOf, type Value } from "../page-tree.ts";
import { textOfValue } from "./operators.ts";
import { Refusal } from "./refusal.ts";

/** The cost of an element in addition to its text, in characters. */
export const elementSize = 64;

/** Converts a value to elements: strings and numbers print, lists flatten, `false` and `null` show nothing. */
export function toJsx(value: Value, runtime: Runtime): Jsx {
  if (value instanceof Jsx) return value;
  const nodes: MarkdownNode[] = [];
  const measure = { size: 0, depth: 0 };
  collect(value, nodes, measure, runtime);
  return new Jsx(nodes, measure.size, measure.depth);
}

function collect(
  value: Value,
  nodes: MarkdownNode[],
  measure: { size: number; depth: number },
  runtime: Runtime,
): void {
  runtime.budget.spend(1);
  if (value === null || value === undefined || typeof value === "boolean" || value === "") return;
  if (typeof value === "string" || typeof value === "number") {
    const text = textOfValue(value);
    nodes.push({ type: "text", value: text });
    measure.size += text.length;
  } else if (value instanceof Jsx) {
    runtime.budget.spend(value.nodes.length);
    for (const node of value.nodes) nodes.push(node);
    measure.size += value.size;
    measure.depth = Math.max(measure.depth, value.depth);
  } else if (isList(value)) {
    runtime.budget.enter();
    for (const item of value) collect(item, nodes, measure, runtime);
    runtime.budget.leave();
  } else {
    throw new Refusal(`it shows ${kindOf(value)}, which cannot be printed`);
  }
  runtime.budget.checkOutput(measure.size);
}

/** The approximate size of a prop in characters, within the limits of the page. */
export function sizeOfProp(value: Value, runtime: Runtime): number {
  runtime.budget.spend(1);
  if (typeof value === "string") return value.length;
  if (value instanceof Jsx) return value.size;
  if (!isList(value) && !isMap(value)) return 1;
  // Once passed to an element, a value must no longer change: it is only measured here.
  runtime.ownership.drop(value);
  runtime.budget.enter();
  let size = 0;
  for (const item of isMap(value) ? value.values() : value) size += sizeOfProp(item, runtime);
  runtime.budget.leave();
  return size;
}

/** Measures elements of a page that are passed to a component as its children. */
export function measureNodes(nodes: MarkdownNode[], runtime: Runtime): Jsx {
  let size = 0;
  let depth = 0;
  const waiting: [MarkdownNode, number][] = nodes.map((node) => [node, 1]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, level] = next;
    runtime.budget.spend(1);
    size += elementSize + textLengthOf(node) + attributesSize(node, runtime);
    depth = Math.max(depth, level);
    for (const child of node.children ?? []) waiting.push([child, level + 1]);
  }
  runtime.budget.checkOutput(size);
  return new Jsx(nodes, size, depth);
}

function textLengthOf({ value, url, title, alt }: MarkdownNode): number {
  return (value?.length ?? 0) + (url?.length ?? 0) + (title?.length ?? 0) + (alt?.length ?? 0);
}

function attributesSize({ attributes = [] }: MarkdownNode, runtime: Runtime): number {
  let size = 0;
  for (const { value } of attributes) {
    if (typeof value === "string") size += value.length;
    else if (value && "evaluated" in value) size += sizeOfProp(value.evaluated, runtime);
  }
  return size;
}
