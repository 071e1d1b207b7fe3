import { mayRead, type ReaderGroups } from "../../shared/reader-groups.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import { listField, lookUp, objectField, own, parsePointer } from "./spec-document.ts";
import { specLimits } from "./spec-limits.ts";

/** A description, and the readers for whom parts of it are hidden. */
export interface HiddenParts {
  root: JsonObject;
  reader: ReaderGroups;
  /** Every group that was found. */
  groups: Set<string>;
}

/** `x-mint.groups`. No groups, and groups that can't be read, are for a group without a name, and nobody is in it. */
export function groupsOf(object: JsonObject): string[] | undefined {
  return readGroups(own(objectField(object, "x-mint"), "groups"));
}

function readGroups(groups: JsonValue | undefined): string[] | undefined {
  // A property that is itself named `x-mint` has a schema here.
  if (groups === undefined || isJsonObject(groups)) return undefined;
  const list = Array.isArray(groups) ? groups : [groups];
  return list.length === 0 ? [""] : list.map((group) => (typeof group === "string" ? group : ""));
}

/** Whether a value, or what it refers to, is for other readers. */
export function isHidden(parts: HiddenParts, value: JsonValue): boolean {
  return followed(parts, value).some((object) => isClosed(parts, groupsOf(object)));
}

/** The properties that are hidden in a schema or in the parts that it combines. */
export function hiddenNames(parts: HiddenParts, schema: JsonObject): string[] {
  const isCombined = inPlace.some((key) => Object.hasOwn(schema, key));
  const found = (isCombined ? schemaParts(parts, [{ schema }])?.map((part) => part.schema) : undefined) ?? [schema];
  return found.flatMap((each) => {
    const properties = Object.entries(objectField(each, "properties"));
    return properties.filter(([, property]) => isHidden(parts, property)).map(([name]) => name);
  });
}

/** The values of an enumeration that `x-mint-enum` hides. */
export function hiddenValues(parts: HiddenParts, schema: JsonObject): Set<JsonValue> {
  const restricted = objectField(schema, "x-mint-enum");
  return new Set(
    listField(schema, "enum").filter((value) => isClosed(parts, readGroups(own(restricted, String(value))))),
  );
}

/** The keywords whose schemas describe the same value as the schema they are in. */
const inPlace = ["allOf", "oneOf", "anyOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"];
const ofEveryItem = ["contains", "unevaluatedItems"];
const ofOtherProperties = ["additionalProperties", "unevaluatedProperties"];
const mapsOfSchemas: ReadonlySet<string> = new Set(["dependentSchemas", "dependencies", "patternProperties"]);

/** Whether the schemas of a keyword describe the same value as the schema with the keyword. */
export function isInPlace(key: string): boolean {
  return inPlace.includes(key);
}

/**
 * The names of properties and parameters that are hidden wherever a description defines them. Unlike `trimExample`,
 * which knows the schema of a value, they also say what to leave out of a value without a schema.
 */
export function namesHiddenEverywhere(parts: HiddenParts): Set<string> {
  const hidden = new Set<string>();
  const visible = new Set<string>();
  const waiting: JsonValue[] = [parts.root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) for (const item of next) waiting.push(item);
    if (!isJsonObject(next)) continue;
    const { name } = next;
    if (typeof name === "string" && Object.hasOwn(next, "in")) (isHidden(parts, next) ? hidden : visible).add(name);
    for (const [property, schema] of Object.entries(objectField(next, "properties"))) {
      (isHidden(parts, schema) ? hidden : visible).add(property);
    }
    for (const value of Object.values(next)) waiting.push(value);
  }
  return new Set([...hidden].filter((name) => !visible.has(name)));
}

/** A value that an author wrote, without what its schemas hide; undefined if nothing is left. */
export function trimExample(
  parts: HiddenParts & { names: ReadonlySet<string> },
  example: JsonValue,
  schemas: readonly SchemaUse[],
): JsonValue | undefined {
  const found = schemaParts(parts, schemas);
  if (found === undefined || (found.length > 0 && found.every(({ isHidden: isOfOthers }) => isOfOthers)))
    return undefined;
  const below = (keys: readonly string[], at?: number) =>
    found.flatMap(({ schema, isHidden: isOfOthers }) =>
      keys.flatMap((key) => schemasAt(schema, key, at).map((each) => ({ schema: each, isHidden: isOfOthers }))),
    );
  if (Array.isArray(example)) {
    return keepDefined(example, (item, at) => {
      const placed = below(["prefixItems", "items"], at);
      const others = placed.length > 0 ? placed : below(["items", "additionalItems"]);
      return trimExample(parts, item, [...others, ...below(ofEveryItem)]);
    });
  }
  if (!isJsonObject(example))
    return found.some(({ schema }) => hiddenValues(parts, schema).has(example)) ? undefined : example;
  const patterns = below(["patternProperties"]);
  const others = below(ofOtherProperties);
  const isClosedUse = (use: SchemaUse) => use.isHidden === true || isHidden(parts, use.schema);
  const entries = Object.entries(example).flatMap(([name, value]): [string, JsonValue][] => {
    if (parts.names.has(name)) return [];
    const listed = found.flatMap(({ schema, isHidden: isOfOthers }): SchemaUse[] => {
      const property = own(objectField(schema, "properties"), name);
      return property === undefined ? [] : [{ schema: property, isHidden: isOfOthers }];
    });
    const given = listed.length > 0 ? listed : [...patterns, ...others];
    const visible = given.filter((use) => !isClosedUse(use));
    // Patterns of authors aren't run, so a hidden one hides every property that isn't listed.
    const mayBeHidden = listed.length === 0 && patterns.some(isClosedUse);
    if (mayBeHidden || (given.length > 0 && visible.length === 0)) return [];
    const shown = trimExample(parts, value, listed.length > 0 ? [...visible, ...patterns] : visible);
    return shown === undefined ? [] : [[name, shown]];
  });
  return Object.fromEntries(entries);
}

/** Each item as `keep` returns it, without those that are undefined. Null and lists stay items. */
export function keepDefined(
  items: readonly JsonValue[],
  keep: (item: JsonValue, at: number) => JsonValue | undefined,
): JsonValue[] {
  return items.map(keep).filter((item) => item !== undefined);
}

/** The schemas of a keyword, or the one for an item if the keyword lists them by position. */
function schemasAt(schema: JsonObject, key: string, at?: number): JsonValue[] {
  const value = own(schema, key);
  if (Array.isArray(value)) return at === undefined ? value : value.slice(at, at + 1);
  if (value === undefined || at !== undefined) return [];
  return mapsOfSchemas.has(key) && isJsonObject(value) ? Object.values(value) : [value];
}

/** A schema that a value may have to satisfy. */
interface SchemaUse {
  schema: JsonValue;
  /** Whether it is part of a schema for other readers. */
  isHidden?: boolean;
}

interface SchemaPart {
  schema: JsonObject;
  isHidden: boolean;
}

const schemaPartsMax = 500;

/** The schemas with their references and the parts that they combine; undefined if there are too many to read. */
function schemaParts(parts: HiddenParts, schemas: readonly SchemaUse[]): SchemaPart[] | undefined {
  const waiting = schemas.map(({ schema, isHidden: isOfOthers = false }) => ({ schema, isOfOthers }));
  const found = new Map<JsonObject, SchemaPart>();
  for (const { schema, isOfOthers } of waiting) {
    if (found.size > schemaPartsMax) return undefined;
    const isClosedHere = isOfOthers || isHidden(parts, schema);
    for (const step of followed(parts, schema)) {
      // A schema that is found again in a visible place is visible.
      if (found.has(step) && (isClosedHere || found.get(step)?.isHidden !== true)) continue;
      found.set(step, { schema: step, isHidden: isClosedHere });
      for (const key of inPlace) {
        for (const option of schemasAt(step, key)) waiting.push({ schema: option, isOfOthers: isClosedHere });
      }
    }
  }
  return [...found.values()];
}

/** An object and those that its `$ref` leads to. */
function followed({ root }: HiddenParts, value: JsonValue): JsonObject[] {
  const steps: JsonObject[] = [];
  let here: JsonValue | undefined = value;
  while (isJsonObject(here) && !steps.includes(here) && steps.length < specLimits.referenceHopsMax) {
    steps.push(here);
    const reference = own(here, "$ref");
    const path = typeof reference === "string" ? parsePointer(reference) : undefined;
    here = path === undefined || isPageLevel(path) ? undefined : lookUp(root, path);
  }
  return steps;
}

/** Whether a place in a description has a page of its own, whose groups restrict the page. */
export function isPageLevel(place: readonly string[]): boolean {
  return place.length <= 3 && /^(?:paths|webhooks|channels|operations)$/.test(place[0] ?? "");
}

function isClosed({ groups: found, reader }: HiddenParts, groups: string[] | undefined): boolean {
  if (groups === undefined) return false;
  for (const group of groups) found.add(group);
  return !mayRead({ groups: [groups] }, reader);
}
