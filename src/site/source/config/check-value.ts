import type { FieldForm } from "../../../contract/field-form.ts";
import { namedColors } from "../../shared/named-colors.ts";
import { isJsonObject, type JsonValue } from "../json-value.ts";
import { type ConfigReport, type Place, reportValue } from "./config-report.ts";
import { didYouMean, nearestWord } from "./nearest-word.ts";

/** Checks and converts the value of a setting, or reports a problem and returns undefined. */
export interface Check<Value> {
  (value: JsonValue, place: Place, report: ConfigReport): Value | undefined;
  /** How the setting is edited in a form. If this is missing, the setting is edited as JSON. */
  form?: FieldForm;
}

/** The form of a check's setting. By default, a setting is edited as JSON. */
export function formOf({ form = { kind: "json" } }: { form?: FieldForm }): FieldForm {
  return form;
}

/** Adds a form to a check. */
export function withForm<Value>(form: FieldForm | undefined, check: Check<Value>): Check<Value> {
  const own: Check<Value> = (value, place, report) => check(value, place, report);
  return form === undefined ? own : Object.assign(own, { form });
}

export const text: Check<string> = withForm({ kind: "text" }, (value, place, report) => {
  if (typeof value === "string") return value;
  return reportValue(report, place, `is ${describe(value)}, but must be text`);
});

/** Also accepts numbers, because authors write versions and IDs without quotes. */
export const textOrNumber: Check<string> = withForm(text.form, (value, place, report) => {
  if (typeof value !== "number") return text(value, place, report);
  reportValue(report, place, `is ${value}, which is taken as text`, `write "${value}" in quotes`, "note");
  return String(value);
});

/** Rejects empty text. */
export function filled(check: Check<string>): Check<string> {
  return withForm(check.form, (value, place, report) => {
    if (typeof value !== "string" || value.trim() !== "") return check(value, place, report);
    return reportValue(report, place, `is ${describe(value)}, but must be text`);
  });
}

export const flag: Check<boolean> = withForm({ kind: "flag" }, (value, place, report) => {
  if (typeof value === "boolean") return value;
  return reportValue(report, place, `is ${describe(value)}, but must be true or false`);
});

const hexPattern = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** A hex code. Names of colors are accepted and converted. */
export const hexColor: Check<string> = withForm({ kind: "color" }, (value, place, report) => {
  if (typeof value === "string" && hexPattern.test(value)) return value;
  const named = typeof value === "string" ? namedColors.get(value.trim().toLowerCase()) : undefined;
  if (named !== undefined) return named;
  return reportValue(report, place, `is ${describe(value)}, but must be a color such as "#16A34A" or "#1a3"`);
});

/** For settings that only other tools use. */
export const anything: Check<JsonValue> = (value) => value;

function numberBetween(least: number, most: number): Check<number> {
  return withForm({ kind: "number", least, most }, (value, place, report) => {
    if (typeof value !== "number" || Number.isNaN(value))
      return reportValue(report, place, `is ${describe(value)}, but must be a number`);
    if (value >= least && value <= most) return value;
    const nearest = Math.min(Math.max(value, least), most);
    reportValue(report, place, `is ${value}, but must be from ${least} to ${most}, so it is set to ${nearest}`);
    return nearest;
  });
}

export function oneOf<Word extends string>(...words: Word[]): Check<Word> {
  return withForm({ kind: "select", words }, (value, place, report) => {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    const hint = didYouMean(typeof value === "string" ? nearestWord(value, words) : undefined);
    const rule = words.length === 1 ? `may only be "${words[0]}"` : `must be one of: ${words.join(", ")}`;
    return reportValue(report, place, `is ${describe(value)}, but ${rule}`, hint);
  });
}

/** A setting with a short and a long form. `rule` describes both forms, for the message about any other value. */
export function textOrObject<Short, Long>(short: Check<Short>, long: Check<Long>, rule: string): Check<Short | Long> {
  const form: FieldForm = { kind: "either", short: formOf(short), long: formOf(long) };
  return withForm<Short | Long>(form, (value, place, report) => {
    if (isText(value)) return short(value, place, report);
    if (isJsonObject(value)) return long(value, place, report);
    return reportValue(report, place, `is ${describe(value)}, but must be ${rule}`);
  });
}

/** Checks a value and converts the result. */
export function mapped<From, To>(check: Check<From>, map: (value: From) => To): Check<To> {
  return withForm(check.form, (value, place, report) => {
    const checked = check(value, place, report);
    return checked === undefined ? undefined : map(checked);
  });
}

const shownLengthMax = 60;

export function describe(value: JsonValue | undefined): string {
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return "a list";
  if (isJsonObject(value)) return "an object";
  const shown = JSON.stringify(value);
  return shown.length > shownLengthMax ? `${shown.slice(0, shownLengthMax)}…` : shown;
}

export function isText(value: JsonValue): value is string {
  return typeof value === "string";
}

/** Multiplies the search score of a page, or of the pages in a group. */
export const boost = numberBetween(0.1, 10);
