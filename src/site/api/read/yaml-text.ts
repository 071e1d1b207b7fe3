import { isJsonObject, type JsonValue } from "../../source/json-value.ts";

/** Text that every YAML version reads as a string. */
const plain = /^[A-Za-z/$][\w/.$()-]*(?: [\w/.$()-]+)*$/;
const special = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i;

/** Writes a JSON value as YAML, which is shorter. Strings that YAML could misread stay quoted as in JSON. */
export function yamlText(value: JsonValue): string {
  return lines(value, "").join("\n");
}

function lines(value: JsonValue, indent: string): string[] {
  if (isInline(value)) return [indent + scalar(value)];
  if (Array.isArray(value)) return value.flatMap((item) => entry(`${indent}-`, item, indent));
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return entries.flatMap(([key, item]) => entry(`${indent}${scalar(key)}:`, item, indent));
}

function entry(head: string, value: JsonValue, indent: string): string[] {
  if (isInline(value)) return [`${head} ${scalar(value)}`];
  const inner = lines(value, `${indent}  `);
  if (!head.endsWith("-")) return [head, ...inner];
  // A list item starts on the same line as its dash.
  const [first = "", ...rest] = inner;
  return [`${head} ${first.trimStart()}`, ...rest];
}

/** Whether a value is written on one line: scalars, and empty lists and objects. */
function isInline(value: JsonValue): boolean {
  return typeof value !== "object" || value === null || Object.keys(value).length === 0;
}

function scalar(value: JsonValue): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return plain.test(value) && !special.test(value) ? value : JSON.stringify(value);
}
