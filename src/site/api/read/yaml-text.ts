import { isJsonObject, type JsonValue } from "../../source/json-value.ts";

/** Words that YAML reads as a text and as nothing else, also where older readers do not agree. */
const plain = /^[A-Za-z/$][\w/.$()-]*(?: [\w/.$()-]+)*$/;
const special = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i;

/** JSON as YAML, which says the same in fewer signs. Whatever could be read in two ways stays quoted as JSON. */
export function yamlText(value: JsonValue): string {
  return lines(value, "").join("\n");
}

function lines(value: JsonValue, indent: string): string[] {
  if (isLeaf(value)) return [indent + scalar(value)];
  if (Array.isArray(value)) return value.flatMap((item) => entry(`${indent}-`, item, indent));
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, item]) => entry(`${indent}${scalar(key)}:`, item, indent));
  }
  return [indent + scalar(value)];
}

function entry(head: string, value: JsonValue, indent: string): string[] {
  if (isLeaf(value)) return [`${head} ${scalar(value)}`];
  const inner = lines(value, `${indent}  `);
  if (!head.endsWith("-")) return [head, ...inner];
  // The first line of an item stands beside its dash.
  const [first = "", ...rest] = inner;
  return [`${head} ${first.trimStart()}`, ...rest];
}

/** Empty lists and objects are written on the line, too. */
function isLeaf(value: JsonValue): boolean {
  return typeof value !== "object" || value === null || Object.keys(value).length === 0;
}

function scalar(value: JsonValue): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return plain.test(value) && !special.test(value) ? value : JSON.stringify(value);
}
