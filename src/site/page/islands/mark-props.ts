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

/** Props as a component gets them: during the build with marked elements, and in the browser as JSON. */
interface MarkedProps {
  values: Map<string, Value>;
  json: string;
  /** The elements among them, by their number. */
  slots: MarkdownNode[];
  /** The functions among them that the module of the component contains, by their number. */
  functions: AuthorFunction[];
  /** The names of props that the browser doesn't get. */
  leftOut: string[];
}

/**
 * Elements stay in the page as HTML and functions of a file go into the module, so the JSON refers to both by number.
 * Other values that JSON doesn't have are left out.
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
    // `__proto__` would be the prototype instead of a property.
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
