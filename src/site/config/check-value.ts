import { BuildProblem, type ProblemSeverity } from "../build-problem.ts";
import { isJsonObject, type JsonValue } from "../project/json-value.ts";
import { nearestWord } from "./nearest-word.ts";

/** Collects what is wrong in docs.json. A bad optional value is left out with a warning; a required one is an error. */
export interface ConfigReport {
  problems: BuildProblem[];
}

/** Turns a value at a place into what the site uses, or undefined with a problem in the report. */
export type Check<Value> = (value: JsonValue, place: string, report: ConfigReport) => Value | undefined;

export function reportValue(
  report: ConfigReport,
  place: string,
  message: string,
  hint?: string,
  severity: ProblemSeverity = "warning",
): undefined {
  report.problems.push(new BuildProblem(`"${place}" ${message}`, { severity, file: "docs.json", hint }));
  return undefined;
}

export const text: Check<string> = (value, place, report) => {
  if (typeof value === "string") return value;
  return reportValue(report, place, `is ${describe(value)}, but must be a text`);
};

export const flag: Check<boolean> = (value, place, report) => {
  if (typeof value === "boolean") return value;
  return reportValue(report, place, `is ${describe(value)}, but must be true or false`);
};

const hexPattern = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

export const hexColor: Check<string> = (value, place, report) => {
  if (typeof value === "string" && hexPattern.test(value)) return value;
  return reportValue(report, place, `is ${describe(value)}, but must be a colour such as "#16A34A" or "#1a3"`);
};

/** Settings that belong to a later part of Lectern, or to nobody: any value is fine. */
export const anything: Check<JsonValue> = (value) => value;

export function oneOf<Word extends string>(...words: Word[]): Check<Word> {
  return (value, place, report) => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    const nearest = typeof value === "string" ? nearestWord(value, words) : undefined;
    const hint = nearest === undefined ? undefined : `did you mean "${nearest}"?`;
    return reportValue(report, place, `is ${describe(value)}, but must be one of: ${words.join(", ")}`, hint);
  };
}

export function listOf<Item>(check: Check<Item>, itemsMax: number): Check<Item[]> {
  return (value, place, report) => {
    if (!Array.isArray(value)) return reportValue(report, place, `is ${describe(value)}, but must be a list: [ … ]`);
    if (value.length > itemsMax) reportValue(report, place, `has more than ${itemsMax} entries; the rest is left out`);
    return value
      .slice(0, itemsMax)
      .map((item, index) => check(item, `${place}[${index}]`, report))
      .filter((item) => item !== undefined);
  };
}

export function mapOf<Item>(check: Check<Item>): Check<Record<string, Item>> {
  return (value, place, report) => {
    if (!isJsonObject(value)) return reportValue(report, place, `is ${describe(value)}, but must be an object: { … }`);
    const map: Record<string, Item> = {};
    for (const [key, item] of Object.entries(value)) {
      const checked = check(item, `${place}.${key}`, report);
      if (checked !== undefined) map[key] = checked;
    }
    return map;
  };
}

/** The first form that fits; the last one reports, so the most common form stands last. */
export function either<One, Other>(
  isOne: (value: JsonValue) => boolean,
  one: Check<One>,
  other: Check<Other>,
): Check<One | Other> {
  return (value, place, report) => (isOne(value) ? one(value, place, report) : other(value, place, report));
}

type Checked<Checks> = { [Key in keyof Checks]?: Checks[Key] extends Check<infer Value> ? Value : never };

/** An object with known keys. An unknown key is a warning with the nearest known one, never a failure. */
export function shape<Checks extends Record<string, Check<unknown>>>(checks: Checks): Check<Checked<Checks>> {
  return (value, place, report) => {
    if (!isJsonObject(value)) return reportValue(report, place, `is ${describe(value)}, but must be an object: { … }`);
    const result: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
      const itemPlace = place === "" ? key : `${place}.${key}`;
      if (check === undefined) reportUnknownKey(report, key, itemPlace, Object.keys(checks));
      else {
        const checked = check(item, itemPlace, report);
        if (checked !== undefined) result[key] = checked;
      }
    }
    return result as Checked<Checks>;
  };
}

function reportUnknownKey(report: ConfigReport, key: string, place: string, known: string[]): void {
  const nearest = nearestWord(key, known);
  const hint = nearest === undefined ? `known here: ${known.join(", ")}` : `did you mean "${nearest}"?`;
  reportValue(report, place, "is not a setting Lectern knows, so it is ignored", hint);
}

const shownLengthMax = 60;

export function describe(value: JsonValue | undefined): string {
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return "a list";
  if (isJsonObject(value)) return "an object";
  const shown = JSON.stringify(value);
  return shown.length > shownLengthMax ? `${shown.slice(0, shownLengthMax)}…` : shown;
}
