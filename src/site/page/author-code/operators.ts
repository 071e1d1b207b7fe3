import type { BinaryOperator, UnaryOperator } from "acorn";
import { isFunction, isMap, Jsx, kindOf, type Value } from "../page-tree.ts";
import { propertyName } from "./members.ts";
import { Refusal } from "./refusal.ts";

type Primitive = undefined | null | boolean | number | string;

export function applyUnary(operator: UnaryOperator, value: Value): Value {
  switch (operator) {
    case "!":
      return !value;
    case "-":
      return -numberOf(value);
    case "+":
      return numberOf(value);
    case "void":
      return undefined;
    case "typeof":
      return value instanceof Jsx ? "object" : isFunction(value) ? "function" : typeof value;
    default:
      throw new Refusal(`it uses the operator "${operator}"`);
  }
}

export function applyBinary(operator: BinaryOperator, left: Value, right: Value): Value {
  switch (operator) {
    case "===":
      return left === right;
    case "!==":
      return left !== right;
    case "==":
      return looselyEqual(left, right);
    case "!=":
      return !looselyEqual(left, right);
    case "+":
      return typeof left === "string" || typeof right === "string"
        ? textOfValue(left) + textOfValue(right)
        : numberOf(left) + numberOf(right);
    case "-":
      return numberOf(left) - numberOf(right);
    case "*":
      return numberOf(left) * numberOf(right);
    case "/":
      return numberOf(left) / numberOf(right);
    case "%":
      return numberOf(left) % numberOf(right);
    case "**":
      return numberOf(left) ** numberOf(right);
    case "<":
    case ">":
    case "<=":
    case ">=":
      return compare(operator, left, right);
    case "in":
      return isIn(left, right);
    default:
      throw new Refusal(`it uses the operator "${operator}"`);
  }
}

function isIn(name: Value, object: Value): boolean {
  if (isMap(object)) return object.has(propertyName(name));
  throw new Refusal(`it looks for a name in ${kindOf(object)}`);
}

/** Converts a value to text. Objects have no useful text, so they are refused. */
export function textOfValue(value: Value): string {
  if (isPrimitive(value)) return String(value);
  throw new Refusal(`it uses ${kindOf(value)} as text`);
}

export function numberOf(value: Value): number {
  if (isPrimitive(value)) return Number(value);
  throw new Refusal(`it uses ${kindOf(value)} as a number`);
}

function isPrimitive(value: Value): value is Primitive {
  return value === null || typeof value !== "object";
}

function looselyEqual(left: Value, right: Value): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: the author wrote it, and comparing two primitives runs no code.
  return isPrimitive(left) && isPrimitive(right) ? left == right : left === right;
}

function compare(operator: "<" | ">" | "<=" | ">=", left: Value, right: Value): boolean {
  const areTexts = typeof left === "string" && typeof right === "string";
  const [one, other] = areTexts ? [left, right] : [numberOf(left), numberOf(right)];
  if (operator === "<") return one < other;
  if (operator === ">") return one > other;
  return operator === "<=" ? one <= other : one >= other;
}
