import { decodeUrl } from "../../shared/text/decode-url.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { specLimits } from "./spec-limits.ts";

/** A parsed API description. Its size is checked; its contents are untrusted. */
export interface SpecDocument {
  file: string;
  root: JsonObject;
}

interface Resolved {
  value: JsonValue | undefined;
  /** The references followed, in order. */
  references: string[];
}

/** Follows `$ref` to the actual value. Undefined for a broken or circular reference. */
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

export function resolveObject(document: SpecDocument, value: JsonValue | undefined): JsonObject | undefined {
  const resolved = resolve(document, value).value;
  return isJsonObject(resolved) ? resolved : undefined;
}

/** The first `max` entries of an object with their references followed. Entries that aren't objects are dropped. */
export function resolvedEntries(document: SpecDocument, object: JsonObject, max: number): [string, JsonObject][] {
  return Object.entries(object)
    .slice(0, max)
    .flatMap(([name, value]): [string, JsonObject][] => {
      const found = resolveObject(document, value);
      return found === undefined ? [] : [[name, found]];
    });
}

/** Own properties only, so that `constructor` and `__proto__` are ordinary names. */
export function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function textField(object: JsonObject, key: string): string | undefined {
  const value = own(object, key);
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  return typeof value === "number" ? String(value) : undefined;
}

export function objectField(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return isJsonObject(value) ? value : {};
}

export function listField(object: JsonObject, key: string): JsonValue[] {
  const value = own(object, key);
  return Array.isArray(value) ? value : [];
}

/** `components.schemas`, `components.securitySchemes` and so on. */
export function componentsOf({ root }: SpecDocument, kind: string): JsonObject {
  return objectField(objectField(root, "components"), kind);
}

/** `#/components/schemas/User` → `User`. */
export function referenceName(reference: string): string {
  return parsePointer(reference)?.at(-1) ?? reference;
}

/** `["paths", "/users"]` → `#/paths/~1users`. */
export function formatPointer(keys: readonly string[]): string {
  return ["#", ...keys.map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");
}

/** `#/components/schemas/User` → its keys. Undefined for a reference that leaves the document. */
export function parsePointer(reference: string): string[] | undefined {
  if (reference === "#") return [];
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .map((part) => decodeUrl(part).replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function lookUp(root: JsonValue, keys: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const key of keys) {
    if (Array.isArray(value)) value = /^\d+$/.test(key) ? value[Number(key)] : undefined;
    else if (isJsonObject(value)) value = own(value, key);
    else return undefined;
  }
  return value;
}
