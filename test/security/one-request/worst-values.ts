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

/** Values that a schema accepts and that are as large as its limits and a budget in characters allow. */
export function worstValues(schema: Schema, fill: Fill, budget: number, depth = 0): unknown[] {
  if (depth > depthMax || schema.const !== undefined || schema.enum !== undefined) return [];
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((each) => worstValues(each, fill, budget, depth));
  const types = schema.type === undefined ? ["string", "array", "object"] : [schema.type].flat();
  return types.flatMap((type) => {
    if (type === "string") return [worstText(schema, fill, budget)];
    if (type === "array") return worstLists(schema, fill, budget, depth);
    if (type === "object") return worstObjects(schema, fill, budget, depth);
    return [];
  });
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

/** Lists of unknown items contain texts: lists in lists would be the same bytes again, in thousands of requests. */
function worstLists(
  { items = { type: "string" }, maxItems }: Schema,
  fill: Fill,
  budget: number,
  depth: number,
): unknown[] {
  const many = (item: unknown) => {
    const size = JSON.stringify(item)?.length ?? 4;
    return Array(Math.max(1, Math.min(maxItems ?? budget, Math.floor(budget / (size + 1))))).fill(item);
  };
  const short = Math.max(1, Math.floor(budget / (maxItems ?? 1_000)));
  return [many(smallest(items)), ...worstValues(items, fill, short, depth + 1).map(many)];
}

function worstObjects(schema: Schema, fill: Fill, budget: number, depth: number): unknown[] {
  const { properties = {}, additionalProperties, maxProperties } = schema;
  const base = smallest({ ...schema, type: "object" }) as object;
  const values = Object.entries(properties).flatMap(([name, property]) =>
    worstValues(property, fill, budget, depth + 1).map((value) => ({ ...base, [name]: value })),
  );
  if (additionalProperties === false) return values;
  const keys = Math.min(maxProperties ?? budget, Math.floor(budget / 12));
  const keyLength = Math.max(1, Math.min(10_000, Math.floor(budget / keys) - 12));
  const key = fill(keyLength);
  return [...values, Object.fromEntries(Array.from({ length: keys }, (_, number) => [`${key}${number}`, number]))];
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
