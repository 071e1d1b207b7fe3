import type { ComponentAttribute } from "../document/page-schema.ts";
import type { CatalogProp } from "./catalog.ts";
import { readLiteral } from "./check-prop.ts";

/** The text of an attribute in a form field. Expressions that must be evaluated keep their braces. */
export function attributeText(attribute: ComponentAttribute | undefined): string {
  if (attribute === undefined) return "";
  const { value } = attribute;
  if (value === null) return "true";
  if (typeof value === "string") return value;
  const literal = readLiteral(value.expression);
  return literal === undefined ? `{${value.expression}}` : String(literal);
}

/**
 * Changes one of the attributes. The others keep their order and their objects. An empty text removes the attribute,
 * and a value keeps its notation: `cols={2}` becomes `cols={3}`, and `cols="2"` becomes `cols="3"`.
 */
export function changeAttribute(
  attributes: readonly ComponentAttribute[],
  prop: Pick<CatalogProp, "name" | "type">,
  text: string,
): ComponentAttribute[] {
  const before = attributes.find(({ name }) => name === prop.name);
  if (text === "") return attributes.filter((attribute) => attribute !== before);
  const after: ComponentAttribute = { name: prop.name, value: attributeValue(prop, text, before) };
  return before === undefined
    ? [...attributes, after]
    : attributes.map((attribute) => (attribute === before ? after : attribute));
}

function attributeValue(
  { type }: Pick<CatalogProp, "type">,
  text: string,
  before: ComponentAttribute | undefined,
): ComponentAttribute["value"] {
  if (text.startsWith("{") && text.endsWith("}") && text.length > 2) return { expression: text.slice(1, -1) };
  const wasExpression = before !== undefined && before.value !== null && typeof before.value === "object";
  if (type === "boolean") {
    if (text === "true") return wasExpression ? { expression: "true" } : null;
    return { expression: text === "false" ? "false" : JSON.stringify(text) };
  }
  const isNumber = text.trim() !== "" && Number.isFinite(Number(text));
  if (type === "number" && isNumber && (before === undefined || wasExpression)) return { expression: text.trim() };
  if (type === "expression" && before === undefined) return { expression: text };
  return text;
}
