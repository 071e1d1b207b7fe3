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
  const isCombined = ["allOf", "oneOf", "anyOf"].some((key) => Object.hasOwn(schema, key));
  const found = isCombined ? schemaParts(parts, [schema]).map((part) => part.schema) : [schema];
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

/** An example without the properties and values that its schemas hide; undefined if nothing is left. */
export function trimExample(
  parts: HiddenParts,
  example: JsonValue,
  schemas: readonly JsonValue[],
): JsonValue | undefined {
  const found = schemaParts(parts, schemas);
  if (Array.isArray(example)) {
    const items = found.flatMap(({ schema }) => own(schema, "items") ?? []);
    return items.length === 0 ? example : example.flatMap((item) => trimExample(parts, item, items) ?? []);
  }
  if (!isJsonObject(example))
    return found.some(({ schema }) => hiddenValues(parts, schema).has(example)) ? undefined : example;
  const entries = Object.entries(example).flatMap(([name, value]): [string, JsonValue][] => {
    const given = found.flatMap(({ schema, isHidden: isOfOthers }) => {
      const property = own(objectField(schema, "properties"), name);
      return property === undefined ? [] : [{ property, isHidden: isOfOthers || isHidden(parts, property) }];
    });
    const visible = given.filter((each) => !each.isHidden).map(({ property }) => property);
    if (given.length > 0 && visible.length === 0) return [];
    const others = found.flatMap(({ schema }) => own(schema, "additionalProperties") ?? []);
    const shown = trimExample(parts, value, given.length > 0 ? visible : others);
    return shown === undefined ? [] : [[name, shown]];
  });
  return Object.fromEntries(entries);
}

interface SchemaPart {
  schema: JsonObject;
  isHidden: boolean;
}

const schemaPartsMax = 500;

/** The schemas that a value may have to satisfy: their references, and the parts that they combine. */
function schemaParts(parts: HiddenParts, schemas: readonly JsonValue[]): SchemaPart[] {
  const waiting = schemas.map((schema) => ({ schema, isHidden: false }));
  const found = new Map<JsonObject, SchemaPart>();
  for (let at = 0; at < waiting.length && found.size < schemaPartsMax; at += 1) {
    const { schema, isHidden: isOfOthers } = waiting[at] ?? { schema: null, isHidden: false };
    const isClosedHere = isOfOthers || isHidden(parts, schema);
    for (const step of followed(parts, schema)) {
      // A schema that is found again in a visible place is visible.
      if (found.has(step) && (isClosedHere || found.get(step)?.isHidden !== true)) continue;
      found.set(step, { schema: step, isHidden: isClosedHere });
      for (const key of ["allOf", "oneOf", "anyOf"]) {
        waiting.push(...listField(step, key).map((option) => ({ schema: option, isHidden: isClosedHere })));
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
