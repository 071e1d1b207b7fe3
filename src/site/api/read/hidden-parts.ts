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

/** The values of an enumeration that `x-mint-enum` hides. */
export function hiddenValues(parts: HiddenParts, schema: JsonObject): Set<JsonValue> {
  const restricted = objectField(schema, "x-mint-enum");
  return new Set(
    listField(schema, "enum").filter((value) => isClosed(parts, readGroups(own(restricted, String(value))))),
  );
}

/** What a description hides from its readers. */
export interface Hidden {
  /** The names of hidden properties and parameters. */
  names: ReadonlySet<string>;
  /** Everything that is hidden, contains something hidden or refers to it, whatever the keywords mean. */
  holders: ReadonlySet<JsonValue>;
}

export function findHidden(parts: HiddenParts): Hidden {
  const names = new Set<string>();
  const holders = new Set<JsonValue>();
  const users = new Map<JsonValue, JsonValue[]>();
  const waiting: { value: JsonValue; place: readonly string[] }[] = [{ value: parts.root, place: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, place } = next;
    if (typeof value !== "object" || value === null) continue;
    const used = Object.entries(value);
    for (const [key, inner] of used) waiting.push({ value: inner, place: [...place.slice(0, placeLengthMax), key] });
    if (isJsonObject(value) && !isPageLevel(place)) {
      const isClosedHere = isHidden(parts, value);
      if (isClosedHere || hiddenValues(parts, value).size > 0) holders.add(value);
      if (isClosedHere && typeof value.name === "string") names.add(value.name);
      for (const [name, schema] of Object.entries(objectField(value, "properties"))) {
        if (isHidden(parts, schema)) names.add(name);
      }
      const [, target] = followed(parts, value);
      if (target !== undefined) used.push(["$ref", target]);
    }
    for (const [, inner] of used) {
      const known = users.get(inner);
      if (known !== undefined) known.push(value);
      else if (typeof inner === "object") users.set(inner, [value]);
    }
  }
  for (const holder of holders) for (const user of users.get(holder) ?? []) holders.add(user);
  return { names, holders };
}

/**
 * A value that an author wrote, without what its schemas hide. Undefined if nothing is left, and if a keyword hides
 * something whose part of the value isn't known.
 */
export function trimExample(
  parts: HiddenParts & Hidden,
  example: JsonValue,
  schemas: readonly JsonValue[],
): JsonValue | undefined {
  const found = schemaParts(parts, schemas);
  const open = found?.flatMap(({ schema, isHidden: isOfOthers }) => (isOfOthers ? [] : [schema])) ?? [];
  if (found === undefined || (found.length > 0 && open.length === 0)) return undefined;
  // What the schemas of these readers don't describe can belong to the hidden ones.
  const isForOthers = open.length < found.length;
  if (Array.isArray(example)) {
    const items = open.flatMap((schema) => own(schema, "items") ?? []);
    if (isForOthers && items.length === 0) return undefined;
    return keepDefined(example, (item) => trimExample(parts, item, items));
  }
  if (!isJsonObject(example)) {
    return isForOthers || open.some((schema) => hiddenValues(parts, schema).has(example)) ? undefined : example;
  }
  const entries = Object.entries(example).flatMap(([name, value]): [string, JsonValue][] => {
    const given = found.flatMap((part) => {
      const property = own(objectField(part.schema, "properties"), name);
      return property === undefined ? [] : [{ property, isHidden: part.isHidden || isHidden(parts, property) }];
    });
    const visible = given.flatMap((each) => (each.isHidden ? [] : [each.property]));
    const others = open.flatMap((schema) => own(schema, "additionalProperties") ?? []);
    if (visible.length === 0 && (given.length > 0 || isForOthers || parts.names.has(name))) return [];
    const shown = trimExample(parts, value, given.length > 0 ? visible : others);
    return shown === undefined ? [] : [[name, shown]];
  });
  return Object.fromEntries(entries);
}

/** Each item as `keep` returns it, without those that are undefined. Null and lists stay items. */
export function keepDefined(
  items: readonly JsonValue[],
  keep: (item: JsonValue) => JsonValue | undefined,
): JsonValue[] {
  return items.map(keep).filter((item) => item !== undefined);
}

interface SchemaPart {
  schema: JsonObject;
  isHidden: boolean;
}

const schemaPartsMax = 500;
const combining = ["allOf", "oneOf", "anyOf"];
/** Keywords for which `trimExample` knows which part of a value they describe, and definitions, which describe none. */
const understood: ReadonlySet<string> = new Set([
  ...combining,
  "properties",
  "items",
  "additionalProperties",
  "x-mint",
  "x-mint-enum",
  "$defs",
  "definitions",
]);

/** The schemas that a value may have to satisfy: their references, and the parts that they combine. */
function schemaParts(parts: HiddenParts & Hidden, schemas: readonly JsonValue[]): SchemaPart[] | undefined {
  const waiting = schemas.map((schema) => ({ schema, isHidden: false }));
  const found = new Map<JsonObject, SchemaPart>();
  for (const { schema, isHidden: isOfOthers } of waiting) {
    if (found.size > schemaPartsMax) return undefined;
    const isClosedHere = isOfOthers || isHidden(parts, schema);
    for (const step of followed(parts, schema)) {
      // A schema that is found again in a visible place is visible.
      if (found.has(step) && (isClosedHere || found.get(step)?.isHidden !== true)) continue;
      found.set(step, { schema: step, isHidden: isClosedHere });
      if (Object.entries(step).some(([key, value]) => !understood.has(key) && parts.holders.has(value)))
        return undefined;
      for (const key of combining) {
        for (const option of listField(step, key)) waiting.push({ schema: option, isHidden: isClosedHere });
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

/** Longer places aren't told apart. */
export const placeLengthMax = 4;

/** Whether a place in a description has a page of its own, whose groups restrict the page. */
export function isPageLevel(place: readonly string[]): boolean {
  return place.length <= 3 && /^(?:paths|webhooks|channels|operations)$/.test(place[0] ?? "");
}

function isClosed({ groups: found, reader }: HiddenParts, groups: string[] | undefined): boolean {
  if (groups === undefined) return false;
  for (const group of groups) found.add(group);
  return !mayRead({ groups: [groups] }, reader);
}
