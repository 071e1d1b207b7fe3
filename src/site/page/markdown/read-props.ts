import type { MarkdownNode } from "../page-tree.ts";
import { isFunction, isList, isMap, isSnippet, Regex, type Value } from "../page-tree.ts";
import { emptyProps, type Props, type PropValue } from "./props.ts";

/** Attributes of an element as the props of a component of ours. Functions and missing values are no props. */
export function readProps(node: MarkdownNode): Props {
  const props = emptyProps();
  for (const [name, value] of readValues(node)) {
    const prop = toProp(value);
    if (prop !== undefined) props[name] = prop;
  }
  return props;
}

/** Attributes as the values of a component that an author wrote, in which a function may be one. */
export function readValues(node: MarkdownNode): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const { name, value } of node.attributes ?? []) {
    if (name === undefined) continue;
    if (value === null || value === undefined) values.set(name, true);
    else if (typeof value === "string") values.set(name, value);
    else if (value.type === "evaluated") values.set(name, value.evaluated);
  }
  return values;
}

function toProp(value: Value): PropValue | undefined {
  if (value === undefined || isFunction(value) || isSnippet(value) || value instanceof Regex) return undefined;
  if (isList(value)) return value.map((item) => toProp(item) ?? null);
  if (!isMap(value)) return value;
  const object = Object.create(null) as Record<string, PropValue>;
  for (const [name, item] of value) object[name] = toProp(item) ?? null;
  return object;
}
