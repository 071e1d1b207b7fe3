import type { Runtime } from "../page-tree.ts";
import { isFunction, Regex, type Value } from "../page-tree.ts";
import { joinTexts, spendText } from "./budget.ts";
import { numberOf, textOfValue } from "./operators.ts";
import { allMatches, matchNext, matchValue, replaceMatches, splitByMatches } from "./regex/regex-methods.ts";

type Method<Target> = (target: Target, values: readonly Value[], runtime: Runtime) => Value;

/** The string methods that code may call. */
export const textMethods: Record<string, Method<string>> = {
  at: (text, [index]) => text.at(numberOf(index)),
  charAt: (text, [index]) => text.charAt(numberOf(index ?? 0)),
  charCodeAt: (text, [index]) => text.charCodeAt(numberOf(index ?? 0)),
  includes: (text, [part]) => text.includes(textOfValue(part)),
  indexOf: (text, [part]) => text.indexOf(textOfValue(part)),
  lastIndexOf: (text, [part]) => text.lastIndexOf(textOfValue(part)),
  startsWith: (text, [part]) => text.startsWith(textOfValue(part)),
  endsWith: (text, [part]) => text.endsWith(textOfValue(part)),
  localeCompare: (text, [other]) => text.localeCompare(textOfValue(other), "en"),
  trim: (text) => text.trim(),
  trimStart: (text) => text.trimStart(),
  trimEnd: (text) => text.trimEnd(),
  toString: (text: string) => text,
  toUpperCase: (text) => text.toUpperCase(),
  toLowerCase: (text) => text.toLowerCase(),
  toLocaleUpperCase: (text) => text.toUpperCase(),
  toLocaleLowerCase: (text) => text.toLowerCase(),
  slice: (text, [start, end]) => text.slice(position(start), position(end)),
  substring: (text, [start, end]) => text.substring(numberOf(start ?? 0), position(end)),
  concat: (text, values, runtime) => joinTexts([text, ...values.map(textOfValue)], "", runtime),
  repeat: (text, [count], runtime) => repeated(text, numberOf(count ?? 0), runtime),
  padStart: (text, values, runtime) => padding(text, values, runtime) + text,
  padEnd: (text, values, runtime) => text + padding(text, values, runtime),
  split: (text, [separator, limit], runtime) => splitText(text, separator, runtime).slice(0, position(limit)),
  match(text, [pattern], runtime) {
    if (!(pattern instanceof Regex)) return null;
    if (!pattern.flags.includes("g")) return matchValue(matchNext(pattern, text, runtime), text, runtime);
    const found = allMatches(pattern, text, runtime);
    return found.length === 0 ? null : found.map(({ start, end }) => text.slice(start, end));
  },
  matchAll: (text, [pattern], runtime) =>
    pattern instanceof Regex ? allMatches(pattern, text, runtime).map((match) => matchValue(match, text, runtime)) : [],
  search: (text, [pattern], runtime) =>
    pattern instanceof Regex
      ? (allMatches(pattern, text, runtime)[0]?.start ?? -1)
      : text.indexOf(textOfValue(pattern)),
  replace(text, [pattern, replacement], runtime) {
    if (pattern instanceof Regex) {
      return replaceMatches(pattern, text, replacement, { isForAll: pattern.flags.includes("g"), runtime });
    }
    const searched = textOfValue(pattern);
    const start = text.indexOf(searched);
    if (start < 0) return text;
    const put = isFunction(replacement) ? runtime.call(replacement, [searched, start, text]) : replacement;
    return joinTexts([text.slice(0, start), text.slice(start + searched.length)], textOfValue(put), runtime);
  },
  replaceAll: (text, [pattern, replacement], runtime) =>
    pattern instanceof Regex
      ? replaceMatches(pattern, text, replacement, { isForAll: true, runtime })
      : joinTexts(splitText(text, textOfValue(pattern), runtime), textOfValue(replacement), runtime),
};

export const numberMethods: Record<string, Method<number>> = {
  toFixed: (number, [digits]) => number.toFixed(Math.min(Math.max(Math.trunc(numberOf(digits ?? 0)) || 0, 0), 100)),
  toString: (number: number) => String(number),
  // The same format in every build, regardless of the machine's locale.
  toLocaleString: (number: number) => number.toLocaleString("en-US"),
};

export const regexMethods: Record<string, Method<Regex>> = {
  test: (regex, [text], runtime) => matchNext(regex, textOfValue(text), runtime) !== undefined,
  exec: (regex, [text], runtime) =>
    matchValue(matchNext(regex, textOfValue(text), runtime), textOfValue(text), runtime),
};

/** At worst one part per character, so the steps are spent before the list is created. */
function splitText(text: string, separator: Value, runtime: Runtime): string[] {
  runtime.budget.spend(text.length);
  if (separator instanceof Regex) return splitByMatches(separator, text, runtime);
  return separator === undefined ? [text] : text.split(textOfValue(separator));
}

function repeated(text: string, count: number, runtime: Runtime): string {
  const times = Math.max(Math.trunc(count) || 0, 0);
  spendText(runtime, text.length * times);
  return text.repeat(text === "" ? 0 : times);
}

function padding(text: string, [length, filler]: readonly Value[], runtime: Runtime): string {
  const missing = Math.max(Math.trunc(numberOf(length)) - text.length || 0, 0);
  const part = filler === undefined ? " " : textOfValue(filler);
  if (part === "") return "";
  return repeated(part, Math.ceil(missing / part.length), runtime).slice(0, missing);
}

function position(value: Value): number | undefined {
  return value === undefined ? undefined : numberOf(value);
}
