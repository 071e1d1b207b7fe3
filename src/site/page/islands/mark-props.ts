import {
  type AuthorFunction,
  isFunction,
  isList,
  isMap,
  Jsx,
  type MarkdownNode,
  type Value,
  type ValueMap,
} from "../page-tree.ts";

/** The props of a component: with marked elements for the build, and as JSON for the browser. */
interface MarkedProps {
  values: Map<string, Value>;
  json: string;
  /** The elements among the props. The JSON refers to them by index. */
  slots: MarkdownNode[];
  /** The functions among the props that the component's module contains. The JSON refers to them by index. */
  functions: AuthorFunction[];
  /** The names of props that the browser doesn't get. */
  leftOut: string[];
}

/**
 * Elements stay in the page as HTML and functions of a file go into the module, so the JSON refers to both by number.
 * Other values that JSON can't represent are left out.
 */
export function markProps(props: ValueMap): MarkedProps {
  const slots: MarkdownNode[] = [];
  const functions: AuthorFunction[] = [];
  const leftOut: string[] = [];
  const values = new Map<string, Value>();
  const json: Record<string, unknown> = {};
  for (const [name, value] of props) {
    const isCode = isFunction(value) && value.file !== undefined;
    if (isFunction(value) && !isCode) leftOut.push(name);
    const marked = isCode ? { value, json: { $function: functions.push(value) - 1 } } : mark(value, slots);
    values.set(name, marked.value);
    // An assignment to `__proto__` would set the prototype instead of a property.
    if (marked.json !== undefined && name !== "__proto__") json[name] = marked.json;
  }
  return { values, json: JSON.stringify(json), slots, functions, leftOut };
}

const slotSize = 64;

function mark(value: Value, slots: MarkdownNode[]): { value: Value; json: unknown } {
  if (value instanceof Jsx) {
    const number = slots.length;
    const slot: MarkdownNode = {
      type: "mdxJsxFlowElement",
      name: "span",
      island: { kind: "slot", number },
      children: value.nodes,
    };
    slots.push(slot);
    return { value: new Jsx([slot], value.size + slotSize, value.depth + 1), json: { $slot: number } };
  }
  if (isList(value)) {
    const items = value.map((item) => mark(item, slots));
    return { value: items.map((item) => item.value), json: items.map(({ json }) => json ?? null) };
  }
  if (!isMap(value)) return { value, json: typeof value === "object" && value !== null ? undefined : value };
  const entries = [...value].map(([name, item]) => [name, mark(item, slots)] as const);
  const json = Object.fromEntries(entries.map(([name, item]) => [name, item.json]));
  return { value: new Map(entries.map(([name, item]) => [name, item.value])), json };
}
