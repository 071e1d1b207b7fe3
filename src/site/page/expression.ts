import { type Expression, Parser, type SpreadElement } from "acorn";
import type { PropValue } from "./props.ts";
import type { Scope } from "./render-context.ts";

export type ExpressionResult = { ok: true; value: PropValue | undefined } | { ok: false };

const failed: ExpressionResult = { ok: false };
const numberPattern = /^-?\d+(?:\.\d+)?$/;
const plainString = /^(?:"[^"\\\n]*"|'[^'\\\n]*'|`[^`\\$]*`)$/;
const comment = /^(?:\s*\/\*(?:[^*]|\*(?!\/))*\*\/\s*)*$/;
const forbiddenKeys = new Set(["__proto__", "constructor", "prototype"]);
const words: Record<string, PropValue> = { true: true, false: false, null: null };

/**
 * Reads a literal without running anything. Nearly every prop is a plain number, string or boolean, and a test on the
 * text is far cheaper than a parser; only the rest goes to acorn. Names are looked up in the scope of the file.
 */
export function readExpression(source: string, scope: Scope): ExpressionResult {
  const text = source.trim();
  if (comment.test(text)) return { ok: true, value: undefined };
  if (Object.hasOwn(words, text)) return { ok: true, value: words[text] };
  if (numberPattern.test(text)) return { ok: true, value: Number(text) };
  if (plainString.test(text)) return { ok: true, value: text.slice(1, -1) };
  try {
    // Parentheses make `{a: 1}` an object and not a block.
    const parsed = Parser.parseExpressionAt(`(${text}\n)`, 0, { ecmaVersion: 2024 });
    return { ok: true, value: literalOf(parsed, scope) };
  } catch {
    // Not JavaScript, nested too deep for the parser, or not a literal: the caller shows a placeholder.
    return failed;
  }
}

class NotLiteral extends Error {}

/** The value of an expression that is built from literals and names of the scope only; throws for any other. */
export function literalOf(node: Expression | SpreadElement | null, scope: Scope): PropValue {
  switch (node?.type) {
    case "Literal":
      if (node.value === null || ["string", "number", "boolean"].includes(typeof node.value)) {
        return node.value as PropValue;
      }
      break;
    case "TemplateLiteral":
      return node.quasis
        .map((part, index) => {
          const inserted = node.expressions[index];
          return (part.value.cooked ?? "") + (inserted === undefined ? "" : printable(literalOf(inserted, scope)));
        })
        .join("");
    case "ArrayExpression":
      return node.elements.map((item) => literalOf(item, scope));
    case "ObjectExpression":
      return objectOf(node.properties, scope);
    case "UnaryExpression": {
      const value = literalOf(node.argument, scope);
      if (node.operator === "-" && typeof value === "number") return -value;
      if (node.operator === "!" && typeof value === "boolean") return !value;
      break;
    }
    case "Identifier": {
      const entry = scope.get(node.name);
      if (entry?.kind === "value") return entry.value;
      break;
    }
    case "MemberExpression":
      if (node.object.type !== "Super" && node.property.type !== "PrivateIdentifier") {
        const key = node.computed ? literalOf(node.property, scope) : nameOf(node.property);
        return memberOf(literalOf(node.object, scope), key);
      }
      break;
  }
  throw new NotLiteral();
}

type ObjectProperty = Extract<Expression, { type: "ObjectExpression" }>["properties"][number];

function objectOf(properties: ObjectProperty[], scope: Scope): PropValue {
  const object = Object.create(null) as { [key: string]: PropValue };
  for (const property of properties) {
    if (property.type !== "Property" || property.kind !== "init" || property.method) throw new NotLiteral();
    const key = property.computed ? printable(literalOf(property.key, scope)) : nameOf(property.key);
    if (!forbiddenKeys.has(key)) object[key] = literalOf(property.value, scope);
  }
  return object;
}

function nameOf(key: Expression): string {
  if (key.type === "Identifier") return key.name;
  if (key.type === "Literal") return String(key.value);
  throw new NotLiteral();
}

/** Own properties only: there is no way from a value to its constructor. */
function memberOf(object: PropValue, key: PropValue): PropValue {
  const name = printable(key);
  if (typeof object !== "object" || object === null || forbiddenKeys.has(name) || !Object.hasOwn(object, name)) {
    throw new NotLiteral();
  }
  const value = (object as Record<string, PropValue | undefined>)[name];
  if (value === undefined) throw new NotLiteral();
  return value;
}

function printable(value: PropValue): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw new NotLiteral();
}
