import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { type NormalSchema, normaliseSchema, type SchemaReader } from "../read/normal-schema.ts";
import { own, textOf } from "../read/spec-document.ts";
import { specLimits } from "../read/spec-limits.ts";
import { discriminatorValue } from "./discriminator.ts";
import { beginsAgain, type SchemaTrail, trailInto } from "./schema-trail.ts";
import { baseType } from "./schema-type.ts";
import { type Direction, isLeftOut } from "./schema-view.ts";

export interface ExampleOptions {
  direction: Direction;
  requiredOnly: boolean;
}

interface Walk extends ExampleOptions {
  reader: SchemaReader;
  valuesLeft: number;
}

/** A value that fits a schema: what the author gives as an example where there is one, else a likely one. */
export function exampleValue(reader: SchemaReader, schema: JsonValue | undefined, options: ExampleOptions): JsonValue {
  const walk: Walk = { ...options, reader, valuesLeft: specLimits.exampleValuesMax };
  return example(walk, normaliseSchema(reader, schema), 0, []);
}

/** For a request one in each form that the whole may have, with the name of the form; else a single one. */
export function exampleValues(
  reader: SchemaReader,
  schema: JsonValue,
  options: ExampleOptions,
): { title: string | undefined; value: JsonValue }[] {
  const normal = normaliseSchema(reader, schema);
  const forms = options.direction === "request" ? (normal.variants?.options ?? []) : [];
  const named = forms.slice(0, formsMax).map((form) => ({ form, title: formTitle(reader, form) }));
  if (named.length < 2 || named.some(({ title }) => title === undefined)) {
    return [{ title: undefined, value: exampleValue(reader, schema, options) }];
  }
  return named.map(({ form, title }) => {
    const walk: Walk = { ...options, reader, valuesLeft: specLimits.exampleValuesMax };
    return { title, value: variantExample(walk, normal, form, 0, trailInto(normal, [])) };
  });
}

const formsMax = 6;

/** Only objects are worth an example each; undefined for other values. */
function formTitle(reader: SchemaReader, form: JsonValue): string | undefined {
  const { name, keywords, properties } = normaliseSchema(reader, form);
  return properties.size === 0 ? undefined : (textOf(keywords, "title") ?? name);
}

/** The example that a schema carries itself. */
export function givenExample(keywords: JsonObject): JsonValue | undefined {
  const examples = own(keywords, "examples");
  return own(keywords, "example") ?? (Array.isArray(examples) ? examples[0] : undefined);
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
  const isCut = beginsAgain(normal, trail) || depth >= specLimits.exampleDepthMax || walk.valuesLeft <= 0;
  const below = trailInto(normal, trail);
  const [variant] = normal.variants?.options ?? [];
  if (variant !== undefined && !isCut) return variantExample(walk, normal, variant, depth, below);
  if (base === "object") return isCut ? {} : objectExample(walk, normal, depth, below);
  if (base === "array") return isCut ? [] : arrayExample(walk, normal, depth, below);
  return leafExample(base, keywords);
}

/** The fields beside the variants belong to each of them. */
function variantExample(
  walk: Walk,
  normal: NormalSchema,
  variant: JsonValue,
  depth: number,
  below: SchemaTrail,
): JsonValue {
  const form = normaliseSchema(walk.reader, variant);
  const chosen = example(walk, form, depth + 1, below);
  if (!isJsonObject(chosen)) return chosen;
  const whole = normal.properties.size === 0 ? chosen : { ...objectExample(walk, normal, depth, below), ...chosen };
  return withDiscriminator(whole, normal, variant, form);
}

/** The property that tells the forms apart has the value of this one, unless the form gives its own. */
function withDiscriminator(value: JsonObject, { variants }: NormalSchema, variant: JsonValue, form: NormalSchema) {
  const { discriminator } = variants ?? {};
  const word = discriminator === undefined ? undefined : discriminatorValue(discriminator, variant);
  if (discriminator === undefined || word === undefined || !Object.hasOwn(value, discriminator.property)) return value;
  const own = form.properties.get(discriminator.property);
  const isGiven =
    isJsonObject(own) && ("const" in own || "example" in own || (Array.isArray(own.enum) && own.enum.length === 1));
  return isGiven || discriminator.property === "__proto__" ? value : { ...value, [discriminator.property]: word };
}

function objectExample(walk: Walk, normal: NormalSchema, depth: number, below: SchemaTrail): JsonObject {
  const entries: [string, JsonValue][] = [];
  for (const [name, schema] of normal.properties) {
    if (walk.valuesLeft <= 0) break;
    if (walk.requiredOnly && !normal.required.has(name)) continue;
    const property = normaliseSchema(walk.reader, schema);
    if (isLeftOut(property, walk.direction) || own(property.keywords, "deprecated") === true) continue;
    // A field that would begin the same object anew says nothing; without it the example is shorter and as true.
    if (beginsAgain(property, below) && !normal.required.has(name)) continue;
    entries.push([name, example(walk, property, depth + 1, below)]);
  }
  if (entries.length === 0 && isJsonObject(normal.additional) && !walk.requiredOnly) {
    entries.push(["key", example(walk, normaliseSchema(walk.reader, normal.additional), depth + 1, below)]);
  }
  return Object.fromEntries(entries);
}

function arrayExample(walk: Walk, normal: NormalSchema, depth: number, below: SchemaTrail): JsonValue {
  if (normal.items === undefined) return [];
  const items = normaliseSchema(walk.reader, normal.items);
  return beginsAgain(items, below) ? [] : [example(walk, items, depth + 1, below)];
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
  const format = textOf(keywords, "format") ?? "";
  return (Object.hasOwn(formats, format) ? formats[format] : undefined) ?? "<string>";
}
