import { groupsAskedFor, type ReaderGroups } from "../../shared/reader-groups.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../source/json-value.ts";
import {
  groupsOf,
  type HiddenParts,
  hiddenNames,
  hiddenValues,
  isHidden,
  isInPlace,
  isPageLevel,
  keepDefined,
  namesHiddenEverywhere,
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
  const groups = new Set<string>();
  const names = namesHiddenEverywhere({ root, reader, groups });
  const walk: Walk = { root, reader, groups, names, hidesParts: false, asksGroups: false };
  const kept = keepObject(walk, root, [], noNames);
  // Examples of the components are part of where they are used, without what the schema there hides.
  if (walk.hidesParts && isJsonObject(kept.components)) delete kept.components.examples;
  return { root: kept, groups: [...groups].toSorted(), hidesParts: walk.hidesParts, asksGroups: walk.asksGroups };
}

interface Walk extends HiddenParts {
  names: ReadonlySet<string>;
  hidesParts: boolean;
  asksGroups: boolean;
}

const noNames: ReadonlySet<string> = new Set();
const examples: ReadonlySet<string> = new Set(["example", "examples", "default", "x-default", "const"]);
/** Objects whose keys are names of properties. */
const keyedByName: ReadonlySet<string> = new Set("dependentRequired dependentSchemas dependencies encoding".split(" "));
const placeLengthMax = 4;

function keepValue(walk: Walk, value: JsonValue, place: readonly string[], names = noNames): JsonValue {
  if (typeof value === "string") {
    const asked = groupsAskedFor(value);
    for (const group of asked ?? []) walk.groups.add(group);
    walk.asksGroups ||= asked !== undefined;
    return value;
  }
  if (Array.isArray(value)) {
    const kept = value.filter((item) => !isHidden(walk, item));
    walk.hidesParts ||= kept.length < value.length;
    const inside = place.length < placeLengthMax ? [...place, ""] : place;
    return kept.map((item) => keepValue(walk, item, inside, names));
  }
  return isJsonObject(value) ? keepObject(walk, value, place, names) : value;
}

function keepObject(walk: Walk, object: JsonObject, place: readonly string[], around: ReadonlySet<string>): JsonObject {
  const names = new Set([...walk.names, ...around, ...hiddenNames(walk, object)]);
  const values = hiddenValues(walk, object);
  const isPage = isPageLevel(place);
  walk.hidesParts ||= values.size > 0;
  const entries = Object.entries(object).flatMap(([key, value]): [string, JsonValue][] => {
    const inside = place.length < placeLengthMax ? [...place, key] : place;
    if (key === "x-mint-enum") return [];
    if (!isPageLevel(inside) && isHidden(walk, value)) {
      walk.hidesParts = true;
      // Other parts may refer to a definition, so its name remains.
      return inside.length === 3 && inside[0] === "components" ? [[key, {}]] : [];
    }
    if (names.size > 0 && (keyedByName.has(key) || isAboutNames(key, inside))) value = withoutNames(value, names, key);
    if (key === "x-mint" && !isPage && isJsonObject(value) && groupsOf(object) !== undefined) {
      const { groups: _, ...rest } = value;
      return Object.keys(rest).length === 0 ? [] : [[key, keepValue(walk, rest, inside)]];
    }
    if (key === "required" && Array.isArray(value) && names.size > 0) {
      return [[key, value.filter((name) => typeof name !== "string" || !names.has(name))]];
    }
    if (key === "enum" && Array.isArray(value) && value.some((each) => typeof each === "object")) {
      return [[key, keepDefined(value, (each) => trimExample(walk, each, [{ schema: object }]))]];
    }
    if (values.size > 0 && Array.isArray(value)) {
      if (key === "enum") return [[key, value.filter((each) => !values.has(each))]];
      // Descriptions and names of values are listed in the order of the values.
      const listed = listField(object, "enum");
      if (/^x-enum/i.test(key)) return [[key, value.filter((_, index) => !values.has(listed[index] ?? null))]];
    }
    if (values.size > 0 && /^x-enum/i.test(key) && isJsonObject(value)) {
      return [[key, Object.fromEntries(Object.entries(value).filter(([name]) => !values.has(name)))]];
    }
    if (key === "discriminator" && isJsonObject(value)) {
      return names.has(String(own(value, "propertyName"))) ? [] : [[key, keepMapping(walk, value, object)]];
    }
    const shown = examples.has(key) ? trimExamples(walk, object, key, value) : value;
    return shown === undefined ? [] : [[key, keepValue(walk, shown, inside, isInPlace(key) ? names : noNames)]];
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

/** Whether a value may name properties anywhere: an extension, a link, or the names that an object may have. */
function isAboutNames(key: string, place: readonly string[]): boolean {
  return (key.startsWith("x-") && key !== "x-mint") || key === "propertyNames" || place[1] === "links";
}

/** A value without entries and texts that are names, and without code that mentions one. */
function withoutNames(value: JsonValue, names: ReadonlySet<string>, key = ""): JsonValue {
  if (Array.isArray(value)) {
    const isCode = /^x-code-?samples$/i.test(key);
    const mentions = (item: JsonValue) =>
      JSON.stringify(item)
        .match(/[\w$-]+/g)
        ?.some((word) => names.has(word));
    return value
      .filter((item) => !(typeof item === "string" && names.has(item)) && !(isCode && mentions(item)))
      .map((item) => withoutNames(item, names));
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !names.has(name));
  // Schemas that are listed by name are read like other schemas.
  const isDone = (each: JsonValue) => keyedByName.has(key) && isJsonObject(each);
  return Object.fromEntries(entries.map(([name, each]) => [name, isDone(each) ? each : withoutNames(each, names)]));
}

/** The parts of an AsyncAPI message that have schemas. */
const messageParts = ["payload", "headers"];

/** Examples that the author wrote, without what their schema hides. */
function trimExamples(walk: Walk, holder: JsonObject, key: string, value: JsonValue): JsonValue | undefined {
  const schemas = [{ schema: own(holder, "schema") ?? own(holder, "payload") ?? holder }];
  if (key !== "examples") return trimExample(walk, value, schemas);
  if (Array.isArray(value)) {
    return keepDefined(value, (item) => {
      const isMessage = isJsonObject(item) && messageParts.some((part) => Object.hasOwn(holder, part));
      if (!isMessage) return trimExample(walk, item, schemas);
      const entries = Object.entries(item).flatMap(([part, given]): [string, JsonValue][] => {
        const schema = messageParts.includes(part) ? own(holder, part) : undefined;
        const shown = trimExample(walk, given, schema === undefined ? [] : [{ schema }]);
        return shown === undefined ? [] : [[part, shown]];
      });
      return Object.fromEntries(entries);
    });
  }
  if (!isJsonObject(value)) return value;
  if (own(holder, "schema") === undefined) return trimExample(walk, value, []);
  const named = Object.entries(value).flatMap(([name, listed]): [string, JsonValue][] => {
    const example = resolveObject({ file: "", root: walk.root }, listed);
    const given = example && own(example, "value");
    if (example === undefined || given === undefined || isHidden(walk, listed)) return [[name, listed]];
    const shown = trimExample(walk, given, schemas);
    return shown === undefined ? [] : [[name, { ...example, value: shown }]];
  });
  return Object.fromEntries(named);
}
