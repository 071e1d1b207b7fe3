import type { CatalogComponent, CatalogProp } from "../../../../src/contract/editor-fact-operations.ts";
import type { ComponentAttribute } from "../document/page-schema.ts";

/** The problem with a prop's value, for the person who edits it. */
export function checkProp(prop: CatalogProp, attribute: ComponentAttribute | undefined): string | undefined {
  if (attribute === undefined) return prop.isRequired ? "This is required." : undefined;
  const { value } = attribute;
  // The build evaluates expressions. Only plain literals can be checked here.
  const literal = value !== null && typeof value === "object" ? readLiteral(value.expression) : value;
  if (literal === undefined) return undefined;
  if (prop.isRequired && literal === "") return "This is required.";
  if (prop.type === "number" && !isNumber(literal)) return "Enter a number.";
  if (prop.type === "boolean" && typeof literal !== "boolean" && literal !== null) {
    if (literal !== "true" && literal !== "false") return "This is either on or off.";
  }
  const isOption = literal === null || prop.options === undefined || prop.options.includes(String(literal));
  if (prop.type === "enum" && !isOption) return `Choose one of: ${(prop.options ?? []).join(", ")}.`;
  return undefined;
}

/** Whether none of the props is set although one of them is required. A spread may set one. */
export function missesOneOf({ needsOneOf = [] }: CatalogComponent, attributes: readonly ComponentAttribute[]): boolean {
  return needsOneOf.length > 0 && !attributes.some(({ name }) => name === "" || needsOneOf.includes(name));
}

/** The number of invalid props of a component. */
export function countPropErrors(component: CatalogComponent, attributes: readonly ComponentAttribute[]): number {
  const invalid = component.props.filter((prop) => checkProp(prop, findAttribute(attributes, prop.name)) !== undefined);
  return invalid.length + (missesOneOf(component, attributes) ? 1 : 0);
}

export function findAttribute(attributes: readonly ComponentAttribute[], name: string): ComponentAttribute | undefined {
  return attributes.find((attribute) => attribute.name === name);
}

/** A string, number or boolean in braces. Undefined for expressions that have to be evaluated. */
function readLiteral(expression: string): string | number | boolean | undefined {
  const text = expression.trim();
  if (text === "true" || text === "false") return text === "true";
  if (text !== "" && isNumber(text)) return Number(text);
  const quoted = /^"([^"\\\n]*)"$|^'([^'\\\n]*)'$/.exec(text);
  return quoted === null ? undefined : (quoted[1] ?? quoted[2]);
}

function isNumber(value: unknown): boolean {
  return (
    typeof value === "number" || (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)))
  );
}

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
  const before = findAttribute(attributes, prop.name);
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
