import { isJsonObject, type JsonObject } from "../json-value.ts";
import { type Check, describe, filled, formOf, isText, text, withForm } from "./check-value.ts";
import { at, type ConfigReport, type Place, reportValue } from "./config-report.ts";
import { didYouMean, nearestWord } from "./nearest-word.ts";

export function listOf<Item>(check: Check<Item>, itemsMax: number): Check<Item[]> {
  return withForm({ kind: "list", item: formOf(check), itemsMax }, (value, place, report) => {
    if (!Array.isArray(value)) return reportValue(report, place, `is ${describe(value)}, but must be a list: [ … ]`);
    if (value.length > itemsMax) reportValue(report, place, `has more than ${itemsMax} entries; the rest is left out`);
    return value
      .slice(0, itemsMax)
      .map((item, index) => check(item, at(place, index), report))
      .filter((item) => item !== undefined);
  });
}

/** Notes an empty list, which other tools for the format refuse. */
export function filledList<Item>(check: Check<Item[]>): Check<Item[]> {
  return withForm(check.form, (value, place, report) => {
    if (Array.isArray(value) && value.length === 0) reportValue(report, place, "is empty", undefined, "note");
    return check(value, place, report);
  });
}

/** A single text or a list; the result is always a list. */
export function oneOrMoreTexts(itemsMax: number, one = filled(text)): Check<string[]> {
  const list = listOf(one, itemsMax);
  return withForm(list.form, (value, place, report) => {
    const single = isText(value) ? one(value, place, report) : undefined;
    if (isText(value)) return single === undefined ? undefined : [single];
    if (Array.isArray(value)) return list(value, place, report);
    return reportValue(report, place, `is ${describe(value)}, but must be text or a list of texts`);
  });
}

export function mapOf<Item>(check: Check<Item>): Check<Record<string, Item>> {
  return withForm({ kind: "map", item: formOf(check) }, (value, place, report) => {
    if (!isJsonObject(value)) return reportValue(report, place, `is ${describe(value)}, but must be an object: { … }`);
    const map: Record<string, Item> = {};
    for (const [key, item] of Object.entries(value)) {
      const checked = check(item, at(place, key), report);
      if (checked !== undefined) map[key] = checked;
    }
    return map;
  });
}

type ValueOf<OfCheck> = OfCheck extends Check<infer Value> ? Value : never;
type Checks = Record<string, Check<unknown>>;
type Shape<Known extends Checks, Required extends keyof Known> = {
  [Key in Required]: ValueOf<Known[Key]>;
} & { [Key in Exclude<keyof Known, Required>]?: ValueOf<Known[Key]> };

/** The type of a checked value. */
export type Setting<OfCheck> = ValueOf<OfCheck>;

/**
 * An object with known keys. An unknown key causes a warning that suggests the nearest known key, never an error. If a
 * required key is missing, the whole object is left out.
 */
export function shape<Known extends Checks, Required extends keyof Known & string = never>(
  known: Known,
  required: readonly Required[] = [],
): Check<Shape<Known, Required>> {
  const fields = Object.fromEntries(Object.entries(known).map(([key, check]) => [key, formOf(check)]));
  return withForm<Shape<Known, Required>>({ kind: "object", fields, required }, (value, place, report) => {
    if (!isJsonObject(value)) return reportValue(report, place, `is ${describe(value)}, but must be an object: { … }`);
    const result: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const check = Object.hasOwn(known, key) ? known[key] : undefined;
      if (check === undefined) reportUnknownKey(report, at(place, key), Object.keys(known));
      else {
        const checked = check(item, at(place, key), report);
        if (checked !== undefined) result[key] = checked;
      }
    }
    const missing = required.find((key) => result[key] === undefined);
    if (missing === undefined) return result as Shape<Known, Required>;
    // An invalid value was already reported.
    if (value[missing] === undefined) reportValue(report, place, `has no "${missing}", so it is left out`);
    return undefined;
  });
}

/** Notes missing keys that other tools for the format require, although a site can be built without them. */
export function expecting<Value>(check: Check<Value>, keysOf: (value: JsonObject) => string[]): Check<Value> {
  return withForm(check.form, (value, place, report) => {
    const missing = isJsonObject(value) ? keysOf(value).filter((key) => value[key] === undefined) : [];
    for (const key of missing) reportValue(report, place, `has no "${key}"`, `add "${key}"`, "note");
    return check(value, place, report);
  });
}

/** Checks the given keys of an object and ignores its other keys. */
export function pick<Known extends Checks>(
  value: JsonObject,
  known: Known,
  place: Place,
  report: ConfigReport,
): Shape<Known, never> {
  const own = Object.fromEntries(Object.entries(value).filter(([key]) => Object.hasOwn(known, key)));
  return shape(known)(own, place, report) ?? ({} as Shape<Known, never>);
}

/** Checks an object and adds its place, because the object is later checked against other settings and the pages. */
export function withPlace<Value extends object>(check: Check<Value>): Check<Value & { place: Place }> {
  return withForm(check.form, (value, place, report) => {
    const checked = check(value, place, report);
    return checked === undefined ? undefined : { ...checked, place };
  });
}

const listedMax = 12;

/** `others` is the number of other places with the same key. */
export function reportUnknownKey(report: ConfigReport, place: Place, known: readonly string[], others = 0): void {
  const list = known.length > listedMax ? undefined : `known here: ${known.join(", ")}`;
  const hint = didYouMean(nearestWord(String(place.key), known)) ?? list;
  const where = others === 0 ? "" : ` here and in ${others} other ${others === 1 ? "place" : "places"}`;
  reportValue(report, place, `is not a setting Lectern knows${where}, so it is ignored`, hint);
}
