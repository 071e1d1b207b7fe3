import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { lookUp, parsePointer } from "./json-pointer.ts";
import { specLimits } from "./spec-limits.ts";

/** An API description whose size was measured; what is in it is still anyone's. */
export interface SpecDocument {
  file: string;
  root: JsonObject;
}

export interface Resolved {
  value: JsonValue | undefined;
  /** The references that led here, the last one last. */
  references: string[];
}

/** Follows `$ref` until something else stands there. Undefined at a broken end, or when references go round in a circle. */
export function resolve({ root }: SpecDocument, value: JsonValue | undefined): Resolved {
  const references: string[] = [];
  let here = value;
  while (isJsonObject(here) && typeof own(here, "$ref") === "string") {
    const reference = String(here.$ref);
    const keys = parsePointer(reference);
    if (keys === undefined || references.includes(reference) || references.length >= specLimits.referenceHopsMax) {
      return { value: undefined, references: [...references, reference] };
    }
    references.push(reference);
    here = lookUp(root, keys);
  }
  return { value: here, references };
}

/** An object behind any references, or undefined. */
export function resolveObject(document: SpecDocument, value: JsonValue | undefined): JsonObject | undefined {
  const resolved = resolve(document, value).value;
  return isJsonObject(resolved) ? resolved : undefined;
}

/** A property that the document itself has: `constructor` and its like are only names here. */
export function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function textOf(object: JsonObject, key: string): string | undefined {
  const value = own(object, key);
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  return typeof value === "number" ? String(value) : undefined;
}

export function objectOf(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return isJsonObject(value) ? value : {};
}

export function listOf(object: JsonObject, key: string): JsonValue[] {
  const value = own(object, key);
  return Array.isArray(value) ? value : [];
}

/** `#/components/schemas/User` → `User`: what a reader calls it. */
export function referenceName(reference: string): string {
  return parsePointer(reference)?.at(-1) ?? reference;
}
