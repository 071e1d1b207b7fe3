import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { listField, objectField, own, referenceName, resolve, type SpecDocument, textField } from "./spec-document.ts";
import { specLimits } from "./spec-limits.ts";

/** A schema with its references followed and its `allOf` merged. It is the same for OpenAPI 3.0 and 3.1. */
export interface NormalSchema {
  /** The name of the component that defines the schema. */
  name: string | undefined;
  /** The references that were followed to get here. Finding one of them again further down means a cycle. */
  references: ReadonlySet<string>;
  types: string[];
  nullable: boolean;
  /** Keywords that need no processing, such as `description` and `format`. The nearest value of a keyword wins. */
  keywords: JsonObject;
  /** A map, because a property can have any name, including `__proto__`. */
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

/** The property whose value says which variant an object belongs to. */
export interface Discriminator {
  property: string;
  /** Maps values of the property to references of variants. */
  mapping: JsonObject;
}

/** The references of all enclosing schemas, outermost first. */
export type SchemaTrail = readonly ReadonlySet<string>[];

/**
 * Normalized schemas, by document and reference. The cache also keeps merging linear: in an `allOf` chain in which
 * every schema names the next one twice, the work would otherwise double at every step.
 */
const cache = new WeakMap<SpecDocument, Map<string, NormalSchema>>();

export function normalizeSchema(document: SpecDocument, schema: JsonValue | undefined): NormalSchema {
  return normalize(document, schema, []);
}

/** Whether a schema contains itself. */
export function isRecursive({ references }: NormalSchema, trail: SchemaTrail): boolean {
  for (const reference of references) if (trail.some((around) => around.has(reference))) return true;
  return false;
}

export function extendTrail(trail: SchemaTrail, { references }: NormalSchema): SchemaTrail {
  return references.size === 0 ? trail : [...trail, references];
}

/** The discriminator's value for a variant. Variants missing from the mapping use their own name. */
export function discriminatorValue({ mapping }: Discriminator, option: JsonValue): string | undefined {
  const reference = isJsonObject(option) ? textField(option, "$ref") : undefined;
  if (reference === undefined) return undefined;
  const name = referenceName(reference);
  const mapped = Object.entries(mapping).find(([, target]) => target === reference || target === name);
  return mapped?.[0] ?? name;
}

function normalize(document: SpecDocument, schema: JsonValue | undefined, trail: string[]): NormalSchema {
  if (!isJsonObject(schema)) return emptySchema();
  const reference = textField(schema, "$ref");
  if (reference === undefined) return unwrapNullable(document, mergeParts(document, schema, trail), trail);
  const target = normalizeReference(document, reference, trail);
  // Keywords next to a reference apply to this use only. OpenAPI 3.0 forbids them, but authors write them.
  const { $ref: _, ...rest } = schema;
  return Object.keys(rest).length === 0 ? target : merge(target, mergeParts(document, rest, trail));
}

function normalizeReference(document: SpecDocument, reference: string, trail: string[]): NormalSchema {
  const known = cache.get(document) ?? new Map<string, NormalSchema>();
  cache.set(document, known);
  const cached = known.get(reference);
  if (cached !== undefined) return cached;
  const { value, references } = resolve(document, { $ref: reference });
  const isCut = trail.length >= specLimits.allOfDepthMax || references.some((step) => trail.includes(step));
  const base = isCut ? emptySchema() : normalize(document, value, [...trail, ...references]);
  // References of merged schemas don't count: a Cat that extends Pet may have a friend of the type Pet.
  const normal: NormalSchema = { ...base, name: referenceName(reference), references: new Set(references) };
  // A schema that was cut off at a cycle is only valid in this place, so it isn't cached.
  if (!isCut) known.set(reference, normal);
  return normal;
}

function mergeParts(document: SpecDocument, schema: JsonObject, trail: string[]): NormalSchema {
  const parts = listField(schema, "allOf").map((part) => normalize(document, part, trail));
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
  normal.properties = new Map(Object.entries(objectField(schema, "properties")));
  normal.required = new Set(listField(schema, "required").filter((name): name is string => typeof name === "string"));
  normal.additional = own(schema, "additionalProperties");
  normal.items = own(schema, "items") ?? tupleItems(listField(schema, "prefixItems"));
  const kind = (["oneOf", "anyOf"] as const).find((word) => listField(schema, word).length > 0);
  if (kind !== undefined) {
    const options = listField(schema, kind).slice(0, specLimits.variantsMax);
    normal.variants = { kind, options, discriminator: readDiscriminator(schema) };
  }
  return normal;
}

function readDiscriminator(schema: JsonObject): Discriminator | undefined {
  const holder = objectField(schema, "discriminator");
  const property = textField(holder, "propertyName");
  return property === undefined ? undefined : { property, mapping: objectField(holder, "mapping") };
}

/** A tuple has a schema for each position. It is shown as a list whose items have any of these schemas. */
function tupleItems(places: JsonValue[]): JsonValue | undefined {
  return places.length > 1 ? { anyOf: places } : places[0];
}

/** `near` extends `far` and takes precedence where both define the same keyword. */
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

/** `anyOf: [X, null]`, which generators write for an optional X, is a nullable X. */
function unwrapNullable(document: SpecDocument, normal: NormalSchema, trail: string[]): NormalSchema {
  if (normal.variants === undefined) return normal;
  const options = normal.variants.options.filter((option) => !isJsonObject(option) || own(option, "type") !== "null");
  const nullable = normal.nullable || options.length < normal.variants.options.length;
  if (options.length !== 1) return { ...normal, nullable, variants: { ...normal.variants, options } };
  return { ...merge(normalize(document, options[0], trail), { ...normal, variants: undefined }), nullable };
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
