import { isJsonObject, type JsonValue } from "../../../source/json-value.ts";

/** The serialization options of OpenAPI. */
export interface ValueStyle {
  style: string;
  explode: boolean;
}

const depthMax = 8;

/** A value as the pairs of a query or form. */
export function valuePairs(name: string, value: JsonValue, { style, explode }: ValueStyle): [string, string][] {
  if (style === "deepObject" && typeof value === "object" && value !== null) return deepPairs(name, value, 0);
  if (Array.isArray(value)) {
    if (explode) return value.map((item) => [name, valueText(item)]);
    const separator = style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : ",";
    return [[name, value.map(valueText).join(separator)]];
  }
  if (!isJsonObject(value)) return [[name, valueText(value)]];
  const entries = Object.entries(value).map(([key, item]): [string, string] => [key, valueText(item)]);
  return explode ? entries : [[name, entries.flat().join(",")]];
}

/** A value in a path or header. */
export function plainValue(name: string, value: JsonValue, { style, explode }: ValueStyle): string {
  const separator = !explode ? "," : style === "label" ? "." : style === "matrix" ? ";" : ",";
  const isExploded = explode && typeof value === "object" && value !== null;
  const begin = style === "label" ? "." : style === "matrix" ? (isExploded ? ";" : `;${name}=`) : "";
  if (Array.isArray(value)) {
    const items = value.map((item) => (style === "matrix" && explode ? `${name}=${valueText(item)}` : valueText(item)));
    return begin + items.join(separator);
  }
  if (!isJsonObject(value)) return begin + valueText(value);
  const entries = Object.entries(value).map(([key, item]) => `${key}${explode ? "=" : ","}${valueText(item)}`);
  return begin + entries.join(separator);
}

/** Encodes a path segment, except for the characters that OpenAPI's path styles use as separators. */
export function encodePath(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%(?:2C|3B|3D)/g, decodeURIComponent);
}

export function valueText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** `filter[name]=a`, `items[0][price]=b`, `tags[]=c`, as most servers that support brackets expect. */
function deepPairs(name: string, value: JsonValue, depth: number): [string, string][] {
  if (typeof value !== "object" || value === null || depth >= depthMax) return [[name, valueText(value)]];
  if (!Array.isArray(value)) {
    return Object.entries(value).flatMap(([key, item]) => deepPairs(`${name}[${key}]`, item, depth + 1));
  }
  const isPlain = value.every((item) => typeof item !== "object" || item === null);
  const listName = name.endsWith("[]") ? name : `${name}[]`;
  return value.flatMap((item, index) => deepPairs(isPlain ? listName : `${name}[${index}]`, item, depth + 1));
}
