import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { type Discriminator, readDiscriminator } from "../view/discriminator.ts";
import { listOf, own, referenceName, resolve, type SpecDocument, textOf } from "./spec-document.ts";
import { specLimits } from "./spec-limits.ts";

/** A schema with its references followed and its `allOf` merged; OpenAPI 3.0 and 3.1 look the same here. */
export interface NormalSchema {
  /** The component it comes from, for people. */
  name: string | undefined;
  /** Every reference it is made of: whoever meets one of them again further down has found a cycle. */
  references: ReadonlySet<string>;
  types: string[];
  nullable: boolean;
  /** Keywords that stay as they are, such as `description` and `format`; nearer ones win. */
  keywords: JsonObject;
  /** A map: names of properties are anyone's, `__proto__` included. */
  properties: Map<string, JsonValue>;
  required: Set<string>;
  additional: JsonValue | undefined;
  items: JsonValue | undefined;
  variants: Variants | undefined;
}

interface Variants {
  kind: "oneOf" | "anyOf";
  options: JsonValue[];
  discriminator: Discriminator | undefined;
}

export interface SchemaReader {
  document: SpecDocument;
  /** By reference. It also keeps merging linear: a chain of `allOf` that names the next one twice would double at each step. */
  known: Map<string, NormalSchema>;
}

export function createSchemaReader(document: SpecDocument): SchemaReader {
  return { document, known: new Map() };
}

export function normaliseSchema(reader: SchemaReader, schema: JsonValue | undefined): NormalSchema {
  return normalise(reader, schema, []);
}

function normalise(reader: SchemaReader, schema: JsonValue | undefined, trail: string[]): NormalSchema {
  if (!isJsonObject(schema)) return emptySchema();
  const reference = textOf(schema, "$ref");
  if (reference === undefined) return withVariants(reader, mergeParts(reader, schema, trail), trail);
  const target = normaliseReference(reader, reference, trail);
  // Words beside a reference describe this use of it. OpenAPI 3.0 forbids them, but authors write them.
  const beside = Object.keys(schema).length === 1 ? undefined : mergeParts(reader, withoutReference(schema), trail);
  return beside === undefined ? target : merge(target, beside);
}

function normaliseReference(reader: SchemaReader, reference: string, trail: string[]): NormalSchema {
  const known = reader.known.get(reference);
  if (known !== undefined) return known;
  const { value, references } = resolve(reader.document, { $ref: reference });
  const isCircular = references.some((step) => trail.includes(step));
  const isTooDeep = trail.length >= specLimits.allOfDepthMax;
  const base = isCircular || isTooDeep ? emptySchema() : normalise(reader, value, [...trail, ...references]);
  // What it is merged from does not count: a Cat that is also a Pet may have a Pet as its friend.
  const normal: NormalSchema = { ...base, name: referenceName(reference), references: new Set(references) };
  // A cut branch is only true below the trail that cut it.
  if (!isCircular && !isTooDeep) reader.known.set(reference, normal);
  return normal;
}

function mergeParts(reader: SchemaReader, schema: JsonObject, trail: string[]): NormalSchema {
  const parts = listOf(schema, "allOf").map((part) => normalise(reader, part, trail));
  const merged = [...parts, readOwn(schema)].reduce(merge, emptySchema());
  const names = parts.flatMap(({ name }) => name ?? []);
  return { ...merged, name: names.length === 1 ? names[0] : undefined };
}

const structural: ReadonlySet<string> = new Set(
  "$ref allOf oneOf anyOf type nullable properties required additionalProperties items prefixItems discriminator".split(
    " ",
  ),
);

function readOwn(schema: JsonObject): NormalSchema {
  const normal = emptySchema();
  for (const [key, value] of Object.entries(schema)) {
    if (!structural.has(key) && key !== "__proto__") normal.keywords[key] = value;
  }
  const type = own(schema, "type");
  const types = (Array.isArray(type) ? type : [type]).filter((word): word is string => typeof word === "string");
  normal.types = types.filter((word) => word !== "null");
  normal.nullable = own(schema, "nullable") === true || types.includes("null");
  const properties = own(schema, "properties");
  if (isJsonObject(properties)) normal.properties = new Map(Object.entries(properties));
  normal.required = new Set(listOf(schema, "required").filter((name): name is string => typeof name === "string"));
  normal.additional = own(schema, "additionalProperties");
  normal.items = own(schema, "items") ?? tupleItems(listOf(schema, "prefixItems"));
  for (const kind of ["oneOf", "anyOf"] as const) {
    const options = listOf(schema, kind);
    if (options.length > 0 && normal.variants === undefined) {
      normal.variants = {
        kind,
        options: options.slice(0, specLimits.variantsMax),
        discriminator: readDiscriminator(schema),
      };
    }
  }
  return normal;
}

/** Each place of a tuple has a schema of its own; told as a list, an item is one of them. */
function tupleItems(places: JsonValue[]): JsonValue | undefined {
  return places.length > 1 ? { anyOf: places } : places[0];
}

/** The nearer one adds to the other and wins where both speak. */
function merge(far: NormalSchema, near: NormalSchema): NormalSchema {
  return {
    name: near.name ?? far.name,
    references: near.references.size === 0 ? far.references : new Set([...far.references, ...near.references]),
    types: near.types.length > 0 ? near.types : far.types,
    nullable: near.nullable || far.nullable,
    keywords: { ...far.keywords, ...near.keywords },
    properties: near.properties.size === 0 ? far.properties : new Map([...far.properties, ...near.properties]),
    required: near.required.size === 0 ? far.required : new Set([...far.required, ...near.required]),
    additional: near.additional ?? far.additional,
    items: near.items ?? far.items,
    variants: near.variants ?? far.variants,
  };
}

/** `anyOf: [X, null]`, as generators write it for an optional X, is X that may be null. */
function withVariants(reader: SchemaReader, normal: NormalSchema, trail: string[]): NormalSchema {
  if (normal.variants === undefined) return normal;
  const options = normal.variants.options.filter((option) => !isNull(option));
  const nullable = normal.nullable || options.length < normal.variants.options.length;
  if (options.length !== 1) return { ...normal, nullable, variants: { ...normal.variants, options } };
  return { ...merge(normalise(reader, options[0], trail), { ...normal, variants: undefined }), nullable };
}

function isNull(schema: JsonValue): boolean {
  return isJsonObject(schema) && own(schema, "type") === "null";
}

function withoutReference(schema: JsonObject): JsonObject {
  const { $ref: _, ...rest } = schema;
  return rest;
}

function emptySchema(): NormalSchema {
  return {
    name: undefined,
    references: new Set(),
    types: [],
    nullable: false,
    keywords: {},
    properties: new Map(),
    required: new Set(),
    additional: undefined,
    items: undefined,
    variants: undefined,
  };
}
