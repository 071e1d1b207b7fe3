import type { MarkdownNode } from "../page-tree.ts";
import { Jsx } from "../page-tree.ts";

export type PropValue = string | number | boolean | null | Jsx | PropValue[] | { [key: string]: PropValue };

/** Props of a component. They have no prototype, so a prop named `constructor` is only a prop. */
export type Props = Record<string, PropValue>;

export function emptyProps(): Props {
  return Object.create(null) as Props;
}

/** A prop that is shown as text. Numbers are welcome: `<Step title={1}>` is common. */
export function textProp(props: Props, name: string): string | undefined {
  const value = props[name];
  if (value instanceof Jsx) return wordsOf(value.nodes) || undefined;
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" ? String(value) : undefined;
}

/** Elements where a text is asked for: `title={<>The <b>title</b></>}`. */
function wordsOf(nodes: MarkdownNode[]): string {
  return nodes.map(({ type, value, children = [] }) => (type === "text" ? (value ?? "") : wordsOf(children))).join("");
}

/** `<Card horizontal>`, `horizontal={true}` and `horizontal="true"` all mean yes. */
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
