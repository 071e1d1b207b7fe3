import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import {
  discriminatorValue,
  extendTrail,
  isRecursive,
  type NormalSchema,
  normalizeSchema,
  type SchemaTrail,
} from "../read/normal-schema.ts";
import { own, type SpecDocument, textField } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import type { ExampleView } from "./api-view.ts";
import { baseType } from "./schema-type.ts";
import { type Direction, isLeftOut } from "./schema-view.ts";

export interface ExampleOptions {
  direction: Direction;
  requiredOnly: boolean;
}

interface Walk extends ExampleOptions {
  document: SpecDocument;
  valuesLeft: number;
}

const variantsMax = 6;

/** A value that fits a schema: the author's example if there is one, otherwise a plausible value. */
export function exampleValue(
  document: SpecDocument,
  schema: JsonValue | undefined,
  options: ExampleOptions,
): JsonValue {
  return example(startWalk(document, options), normalizeSchema(document, schema), 0, []);
}

/** For a request, one example for each variant, with the variant's name; otherwise a single example. */
export function exampleValues(document: SpecDocument, schema: JsonValue, options: ExampleOptions): ExampleView[] {
  const normal = normalizeSchema(document, schema);
  const variants = options.direction === "request" ? (normal.variants?.options ?? []) : [];
  const named = variants.slice(0, variantsMax).map((variant) => ({ variant, title: variantTitle(document, variant) }));
  if (named.length < 2 || named.some(({ title }) => title === undefined)) {
    return [{ title: undefined, value: exampleValue(document, schema, options) }];
  }
  return named.map(({ variant, title }) => {
    const walk = startWalk(document, options);
    return { title, value: variantExample(walk, normal, variant, 0, extendTrail([], normal)) };
  });
}

/** The title of an object variant. Undefined for other types, which don't need an example per variant. */
function variantTitle(document: SpecDocument, variant: JsonValue): string | undefined {
  const { name, keywords, properties } = normalizeSchema(document, variant);
  return properties.size === 0 ? undefined : (textField(keywords, "title") ?? name);
}

/** The schema's own example. */
export function givenExample(keywords: JsonObject): JsonValue | undefined {
  const examples = own(keywords, "examples");
  return own(keywords, "example") ?? (Array.isArray(examples) ? examples[0] : undefined);
}

function startWalk(document: SpecDocument, options: ExampleOptions): Walk {
  return { ...options, document, valuesLeft: specLimits.exampleValuesMax };
}

function example(walk: Walk, normal: NormalSchema, depth: number, trail: SchemaTrail): JsonValue {
  const { keywords } = normal;
  const prefilled = walk.direction === "request" ? own(keywords, "x-default") : undefined;
  const given = prefilled ?? givenExample(keywords) ?? own(keywords, "const") ?? own(keywords, "default");
  if (given !== undefined) return given;
  const choices = own(keywords, "enum");
  if (Array.isArray(choices) && choices[0] !== undefined) return choices[0];
  walk.valuesLeft -= 1;
  const base = baseType(normal);
  const isCut = isRecursive(normal, trail) || depth >= specLimits.exampleDepthMax || walk.valuesLeft <= 0;
  const below = extendTrail(trail, normal);
  const [variant] = normal.variants?.options ?? [];
  if (variant !== undefined && !isCut) return variantExample(walk, normal, variant, depth, below);
  if (base === "object") return isCut ? {} : objectExample(walk, normal, depth, below);
  if (base === "array") return isCut ? [] : arrayExample(walk, normal, depth, below);
  return leafExample(base, keywords);
}

/** Properties defined next to the variants belong to each of them. */
function variantExample(
  walk: Walk,
  normal: NormalSchema,
  variant: JsonValue,
  depth: number,
  below: SchemaTrail,
): JsonValue {
  const chosen = normalizeSchema(walk.document, variant);
  const value = example(walk, chosen, depth + 1, below);
  if (!isJsonObject(value)) return value;
  const whole = normal.properties.size === 0 ? value : { ...objectExample(walk, normal, depth, below), ...value };
  return withDiscriminator(whole, normal, variant, chosen);
}

/** Sets the discriminator to the variant's value, unless the variant defines its own. */
function withDiscriminator(
  value: JsonObject,
  { variants }: NormalSchema,
  variant: JsonValue,
  { properties }: NormalSchema,
): JsonObject {
  const { discriminator } = variants ?? {};
  const word = discriminator === undefined ? undefined : discriminatorValue(discriminator, variant);
  if (discriminator === undefined || word === undefined || !Object.hasOwn(value, discriminator.property)) return value;
  const own = properties.get(discriminator.property);
  const isGiven =
    isJsonObject(own) && ("const" in own || "example" in own || (Array.isArray(own.enum) && own.enum.length === 1));
  return isGiven || discriminator.property === "__proto__" ? value : { ...value, [discriminator.property]: word };
}

function objectExample(walk: Walk, normal: NormalSchema, depth: number, below: SchemaTrail): JsonObject {
  const entries: [string, JsonValue][] = [];
  for (const [name, schema] of normal.properties) {
    if (walk.valuesLeft <= 0) break;
    if (walk.requiredOnly && !normal.required.has(name)) continue;
    const property = normalizeSchema(walk.document, schema);
    if (isLeftOut(property, walk.direction) || own(property.keywords, "deprecated") === true) continue;
    // An optional field that repeats the enclosing object adds nothing.
    if (isRecursive(property, below) && !normal.required.has(name)) continue;
    entries.push([name, example(walk, property, depth + 1, below)]);
  }
  if (entries.length === 0 && isJsonObject(normal.additional) && !walk.requiredOnly) {
    entries.push(["key", example(walk, normalizeSchema(walk.document, normal.additional), depth + 1, below)]);
  }
  return Object.fromEntries(entries);
}

function arrayExample(walk: Walk, normal: NormalSchema, depth: number, below: SchemaTrail): JsonValue {
  if (normal.items === undefined) return [];
  const items = normalizeSchema(walk.document, normal.items);
  return isRecursive(items, below) ? [] : [example(walk, items, depth + 1, below)];
}

const formats: Record<string, string> = {
  date: "2026-01-15",
  "date-time": "2026-01-15T09:30:00Z",
  time: "09:30:00Z",
  duration: "PT30M",
  email: "jane@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com",
  url: "https://example.com",
  uuid: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
  password: "<password>",
  byte: "aGVsbG8=",
  binary: "<file>",
};

function leafExample(base: string, keywords: JsonObject): JsonValue {
  if (base === "boolean") return true;
  if (base === "null" || base === "any") return base === "null" ? null : "<any>";
  if (base === "integer" || base === "number") {
    const minimum = own(keywords, "minimum") ?? own(keywords, "exclusiveMinimum");
    return typeof minimum === "number" && minimum > 1 ? minimum : base === "integer" ? 1 : 1.5;
  }
  const format = textField(keywords, "format") ?? "";
  return (Object.hasOwn(formats, format) ? formats[format] : undefined) ?? "<string>";
}
