import { isJsonObject, type JsonValue } from "../../source/json-value.ts";

/** `["paths", "/users"]` → `#/paths/~1users`. */
export function formatPointer(keys: readonly (string | number)[]): string {
  return ["#", ...keys.map((key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");
}

/** `#/components/schemas/User` → its keys; undefined for anything that does not stay inside the document. */
export function parsePointer(reference: string): string[] | undefined {
  if (reference === "#") return [];
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .map((part) => decode(part).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Own properties only: `#/constructor` leads nowhere. */
export function lookUp(root: JsonValue, keys: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const key of keys) {
    if (Array.isArray(value)) value = /^\d+$/.test(key) ? value[Number(key)] : undefined;
    else if (isJsonObject(value)) value = Object.hasOwn(value, key) ? value[key] : undefined;
    else return undefined;
  }
  return value;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
