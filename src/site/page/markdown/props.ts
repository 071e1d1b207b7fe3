import { isFunction, isList, isMap, Jsx, type MarkdownNode, type Value } from "../page-tree.ts";

export type PropValue = string | number | boolean | null | Jsx | PropValue[] | { [key: string]: PropValue };

/** Component props. Without a prototype, a prop named `constructor` is just a prop. */
export type Props = Record<string, PropValue>;

/** A prop shown as text. Numbers are allowed: `<Step title={1}>` is common. */
export function textProp(props: Props, name: string): string | undefined {
  const value = props[name];
  if (value instanceof Jsx) return wordsOf(value.nodes) || undefined;
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" ? String(value) : undefined;
}

/** The text of elements passed where text is expected: `title={<>The <b>title</b></>}`. */
function wordsOf(nodes: MarkdownNode[]): string {
  return nodes.map(({ type, value, children = [] }) => (type === "text" ? (value ?? "") : wordsOf(children))).join("");
}

/** `<Card horizontal>`, `horizontal={true}` and `horizontal="true"` all mean true. */
export function flagProp(props: Props, name: string): boolean | undefined {
  const value = props[name];
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "") return true;
  return value === "false" ? false : undefined;
}

export function numberProp(props: Props, name: string): number | undefined {
  const value = props[name];
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

export function isPlainObject(value: PropValue | undefined): value is { [key: string]: PropValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Jsx);
}

/** The attributes of an element as props of a built-in component, without functions and undefined values. */
export function readProps(node: MarkdownNode): Props {
  const props = Object.create(null) as Props;
  for (const [name, value] of readValues(node)) {
    const prop = toProp(value);
    if (prop !== undefined) props[name] = prop;
  }
  return props;
}

/** The attributes of an element as props of an author's component, functions included. */
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
  if (value === undefined || isFunction(value)) return undefined;
  if (isList(value)) return value.map((item) => toProp(item) ?? null);
  if (!isMap(value)) return typeof value === "object" && value !== null && "kind" in value ? undefined : value;
  const object = Object.create(null) as Record<string, PropValue>;
  for (const [name, item] of value) object[name] = toProp(item) ?? null;
  return object;
}
