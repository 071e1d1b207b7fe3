import { groupsAskedFor, type ReaderGroups } from "../../shared/reader-groups.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import {
  findHidden,
  groupsOf,
  type Hidden,
  type HiddenParts,
  hiddenValues,
  isHidden,
  isPageLevel,
  keepDefined,
  placeLengthMax,
  trimExample,
} from "./hidden-parts.ts";
import { listField, objectField, own, parsePointer, resolveObject } from "./spec-document.ts";

/** What some readers see of a description. */
interface KeptDescription {
  root: JsonObject;
  /** The groups that its rows, values and conditions name. */
  groups: string[];
  hidesParts: boolean;
  /** Whether a text in it has a condition on the reader's groups. */
  asksGroups: boolean;
}

/** Whether readers may see different parts of a description. Most descriptions are the same for everyone. */
export function dependsOnGroups(text: string): boolean {
  return (text.includes("x-mint") && /\bgroups\b|x-mint-enum/.test(text)) || groupsAskedFor(text) !== undefined;
}

/**
 * A description without the properties, parameters, variants and values that `x-mint.groups` and `x-mint-enum` keep
 * for others. They are removed before anything reads the description, so that no output of the site can show them.
 * Operations and channels stay: their groups decide about pages.
 */
export function keepForReaders(root: JsonObject, reader: ReaderGroups): KeptDescription {
  const parts = { root, reader, groups: new Set<string>() };
  const { names, holders } = findHidden(parts);
  const walk: Walk = { ...parts, names, holders, mentions: mentionOf(names), asksGroups: false };
  const kept = keepObject(walk, root, []);
  // Examples of the components are part of where they are used, without what the schema there hides.
  if (holders.size > 0 && isJsonObject(kept.components)) delete kept.components.examples;
  return {
    root: kept,
    groups: [...parts.groups].toSorted(),
    hidesParts: holders.size > 0,
    asksGroups: walk.asksGroups,
  };
}

interface Walk extends HiddenParts, Hidden {
  /** Whether a value has a hidden name. */
  mentions(value: JsonValue): boolean;
  asksGroups: boolean;
}

const examples: ReadonlySet<string> = new Set(["example", "examples", "default", "x-default", "const"]);
/** Maps by names that the author chose, which can be the same as those of keywords. */
const maps: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "definitions", "schemas"]);
/** Keywords whose values can name properties anywhere, and that no page needs. */
const naming = /^(?:x-(?!mint$|default$|enum).*|if|then|else|not|propertyNames|encoding|links|depend\w+)$/i;

function keepValue(walk: Walk, value: JsonValue, place: readonly string[]): JsonValue {
  if (typeof value === "string") {
    const asked = groupsAskedFor(value);
    for (const group of asked ?? []) walk.groups.add(group);
    walk.asksGroups ||= asked !== undefined;
    return value;
  }
  if (Array.isArray(value)) {
    const inside = [...place.slice(0, placeLengthMax), ""];
    return value.filter((item) => !isHidden(walk, item)).map((item) => keepValue(walk, item, inside));
  }
  return isJsonObject(value) ? keepObject(walk, value, place) : value;
}

function keepObject(walk: Walk, object: JsonObject, place: readonly string[], isMap = false): JsonObject {
  const values = hiddenValues(walk, object);
  const isPage = isPageLevel(place);
  const properties = objectField(object, "properties");
  const isShown = (name: JsonValue | undefined) => {
    const property = own(properties, String(name));
    return property === undefined ? !walk.names.has(String(name)) : !isHidden(walk, property);
  };
  const entries = Object.entries(object).flatMap(([key, value]): [string, JsonValue][] => {
    const inside = [...place.slice(0, placeLengthMax), key];
    if (!isPageLevel(inside) && isHidden(walk, value)) {
      // Other parts may refer to a definition, so its name remains.
      return inside.length === 3 && inside[0] === "components" ? [[key, {}]] : [];
    }
    if (isMap) return [[key, keepValue(walk, value, inside)]];
    if (maps.has(key) && isJsonObject(value)) return [[key, keepObject(walk, value, inside, true)]];
    if (key === "x-mint-enum") return [];
    if (key === "x-mint" && !isPage && isJsonObject(value) && groupsOf(object) !== undefined) {
      const { groups: _, ...rest } = value;
      return Object.keys(rest).length === 0 ? [] : [[key, keepValue(walk, rest, inside)]];
    }
    if (key === "required" && Array.isArray(value)) return [[key, value.filter(isShown)]];
    if (key === "enum" && Array.isArray(value) && walk.holders.has(object)) {
      return [[key, keepDefined(value, (each) => trimExample(walk, each, [object]))]];
    }
    if (values.size > 0 && /^x-enum/i.test(key)) {
      // Descriptions and names of values are listed by value, or in the order of the values.
      const listed = listField(object, "enum");
      if (Array.isArray(value)) return [[key, value.filter((_, index) => !values.has(listed[index] ?? null))]];
      const described = Object.entries(isJsonObject(value) ? value : {});
      return [[key, Object.fromEntries(described.filter(([name]) => !values.has(name)))]];
    }
    if (key === "discriminator" && isJsonObject(value)) {
      return isShown(own(value, "propertyName")) ? [[key, keepMapping(walk, value, object)]] : [];
    }
    const shown = examples.has(key)
      ? trimExamples(walk, object, key, value)
      : naming.test(key)
        ? unnamed(walk, value)
        : value;
    return shown === undefined ? [] : [[key, keepValue(walk, shown, inside)]];
  });
  return Object.fromEntries(entries);
}

/** The values of a discriminator without those of hidden variants. */
function keepMapping(walk: Walk, discriminator: JsonObject, schema: JsonObject): JsonObject {
  const options = [...listField(schema, "oneOf"), ...listField(schema, "anyOf")];
  const hidden = new Set(
    options.flatMap((option) => (isJsonObject(option) && isHidden(walk, option) ? (own(option, "$ref") ?? []) : [])),
  );
  const mapping = Object.entries(objectField(discriminator, "mapping")).filter(([, target]) => {
    const path = typeof target === "string" ? (parsePointer(target) ?? ["components", "schemas", target]) : [];
    const reference = typeof target === "string" && path[0] === "components" ? `#/${path.join("/")}` : "";
    return !hidden.has(target) && !hidden.has(reference) && !isHidden(walk, { $ref: reference });
  });
  return own(discriminator, "mapping") === undefined
    ? discriminator
    : { ...discriminator, mapping: Object.fromEntries(mapping) };
}

const word = /[\p{L}\p{N}_]+/gu;

/** Finds whole names in a value. As the names come from the description, they aren't made into a pattern. */
function mentionOf(names: ReadonlySet<string>): (value: JsonValue) => boolean {
  // Line breaks and quotation marks are escapes with letters.
  const textOf = (value: JsonValue) => JSON.stringify(value).replaceAll(/\\(?:u[0-9a-f]{4}|.)/g, " ");
  const written = [...names].map((name) => textOf(name).slice(1, -1));
  const byWord = Map.groupBy(written, (name) => name.match(word)?.[0] ?? "");
  return (value) => {
    const text = textOf(value);
    const isAt = (name: string, start: number) =>
      text.startsWith(name, start) && !/^[\p{L}\p{N}_]/u.test(text.slice(start + name.length));
    return (
      byWord.get("")?.some((name) => text.includes(name)) ||
      [...text.matchAll(word)].some(({ 0: found, index }) =>
        byWord.get(found)?.some((name) => isAt(name, index - name.indexOf(found))),
      )
    );
  };
}

/** A value without the items and entries that mention a hidden name, such as code samples. */
function unnamed({ mentions, holders }: Walk, value: JsonValue): JsonValue | undefined {
  if (holders.has(value)) return undefined;
  const isFree = (part: JsonValue) => !mentions(part);
  if (Array.isArray(value)) return value.filter(isFree);
  if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).filter(isFree));
  return isFree(value) ? value : undefined;
}

/** The parts of an AsyncAPI message that have schemas. */
const messageParts = ["payload", "headers"];

/** Examples that the author wrote, without what their schema hides. */
function trimExamples(walk: Walk, holder: JsonObject, key: string, value: JsonValue): JsonValue | undefined {
  if (walk.holders.size === 0) return value;
  const schema = own(holder, "schema") ?? own(holder, "payload") ?? holder;
  const trim = (given: JsonValue) => trimExample(walk, given, [schema]);
  if (key !== "examples") return trim(value);
  if (Array.isArray(value)) return keepDefined(value, (item) => trimMessage(walk, holder, item) ?? trim(item));
  if (!isJsonObject(value)) return value;
  const named = Object.entries(value).flatMap(([name, listed]): [string, JsonValue][] => {
    const example = resolveObject({ file: "", root: walk.root }, listed);
    const given = example && own(example, "value");
    if (example === undefined || given === undefined || isHidden(walk, listed)) return [[name, listed]];
    const shown = trim(given);
    return shown === undefined ? [] : [[name, { ...example, value: shown }]];
  });
  return Object.fromEntries(named);
}

/** An example of an AsyncAPI message, or undefined for another one. A trait has examples without their schemas. */
function trimMessage(walk: Walk, message: JsonObject, example: JsonValue): JsonObject | undefined {
  if (!isJsonObject(example)) return undefined;
  if (messageParts.every((part) => !Object.hasOwn(message, part) && !Object.hasOwn(example, part))) return undefined;
  const entries = Object.entries(example).flatMap(([part, given]): [string, JsonValue][] => {
    if (part === "name" || part === "summary") return [[part, given]];
    const schema = messageParts.includes(part) ? own(message, part) : undefined;
    const shown = schema === undefined ? undefined : trimExample(walk, given, [schema]);
    return shown === undefined ? [] : [[part, shown]];
  });
  return Object.fromEntries(entries);
}
