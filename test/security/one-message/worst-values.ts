/** The parts of a JSON schema that matter here. */
export interface Schema {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: unknown;
  maxProperties?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
}

type Fill = (length: number) => string;

const depthMax = 6;
const keysOfAnyObject = 100;
/** The characters of a member besides a long key. */
const keyOverhead = 16;

/**
 * Values that a schema accepts and in which one text is as long as its limits and a budget in characters allow. A value
 * of any type is filled with a text.
 */
export function longTexts(schema: Schema, fill: Fill, budget: number, depth = 0): unknown[] {
  if (depth > depthMax || schema.const !== undefined || schema.enum !== undefined) return [];
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((each) => longTexts(each, fill, budget, depth));
  return [schema.type ?? "string"].flat().flatMap((type) => {
    if (type === "string") return [worstText(schema, fill, budget)];
    const { items = {}, minItems = 1 } = schema;
    if (type === "array") {
      return longTexts(items, fill, budget / Math.max(1, minItems), depth + 1).map((item) =>
        Array(Math.max(1, minItems)).fill(item),
      );
    }
    return type === "object" ? longFields(schema, fill, budget, depth) : [];
  });
}

function longFields(schema: Schema, fill: Fill, budget: number, depth: number): unknown[] {
  const { properties = {}, additionalProperties, maxProperties } = schema;
  const base = smallest({ ...schema, type: "object" }) as object;
  const values: unknown[] = Object.entries(properties).flatMap(([name, property]) =>
    longTexts(property, fill, budget, depth + 1).map((value) => ({ ...base, [name]: value })),
  );
  if (additionalProperties === false) return values;
  const keys = Math.min(maxProperties ?? keysOfAnyObject, keysOfAnyObject);
  const key = fill(Math.floor(budget / keys) - keyOverhead);
  return [...values, { ...base, ...Object.fromEntries(numbers(keys).map((number) => [`${key}${number}`, "a"])) }];
}

/** Values that a schema accepts and in which one list or object has as many members as possible. */
export function manyMembers(schema: Schema, budget: number, depth = 0): unknown[] {
  if (depth > depthMax || schema.const !== undefined || schema.enum !== undefined) return [];
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((each) => manyMembers(each, budget, depth));
  return [schema.type ?? ["array", "object"]].flat().flatMap((type) => {
    if (type === "array") return longLists(schema, budget, depth);
    return type === "object" ? largeObjects(schema, budget, depth) : [];
  });
}

function longLists({ items = {}, maxItems }: Schema, budget: number, depth: number): unknown[] {
  const item = smallest(items);
  const count = Math.floor(budget / ((JSON.stringify(item)?.length ?? 4) + 1));
  const long = Array(Math.max(1, Math.min(maxItems ?? count, count))).fill(item);
  // A list in a list of any type would be the same bytes again.
  const inner = Object.keys(items).length === 0 ? [] : manyMembers(items, budget, depth + 1);
  return [long, ...inner.map((value) => [value])];
}

function largeObjects(schema: Schema, budget: number, depth: number): unknown[] {
  const { properties = {}, additionalProperties, maxProperties } = schema;
  const base = smallest({ ...schema, type: "object" }) as object;
  const values: unknown[] = Object.entries(properties).flatMap(([name, property]) =>
    manyMembers(property, budget, depth + 1).map((value) => ({ ...base, [name]: value })),
  );
  if (additionalProperties === false) return values;
  const count = Math.floor(budget / keyOverhead);
  const keys = numbers(Math.min(maxProperties ?? count, count));
  return [...values, { ...base, ...Object.fromEntries(keys.map((number) => [`k${number}`, number])) }];
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}

function worstText({ minLength = 0, maxLength, pattern }: Schema, fill: Fill, budget: number): string {
  const length = Math.min(maxLength ?? budget, budget);
  const text = fill(length);
  const start = pattern === undefined || new RegExp(pattern, "u").test(text.slice(0, 1_000)) ? "" : startOf(pattern);
  return `${start}${text}`.slice(0, length).padEnd(minLength, "a");
}

/** The fixed beginning of a pattern, such as `/navigation/` for `^/navigation(/|$)`. */
function startOf(pattern: string): string {
  const [, start = "a"] = /^\^([\w/-]+)/.exec(pattern) ?? [];
  return pattern.includes("(/|$)") ? `${start}/` : start;
}

/** The smallest value that the schema accepts. */
function smallest(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf?.[0] !== undefined) return smallest(schema.anyOf[0]);
  const type = [schema.type ?? "string"].flat()[0];
  if (type === "string") return worstText(schema, () => "a", 1);
  if (type === "array") return Array(schema.minItems ?? 0).fill(smallest(schema.items ?? {}));
  if (type === "boolean") return true;
  if (type === "number" || type === "integer") return schema.minimum ?? 1;
  if (type === "null") return null;
  const required = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
  return Object.fromEntries(required.map(([name, property]) => [name, smallest(property)]));
}

/** The same value with another text in place of its longest one, such as the question among the messages of a chat. */
export function withLongestText(value: unknown, text: string): unknown {
  const longest = textsIn(value).reduce((one, other) => (other.length > one.length ? other : one), "");
  return JSON.parse(JSON.stringify(value), (_, inner) => (inner === longest ? text : inner));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}
