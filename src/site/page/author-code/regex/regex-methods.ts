import type { Runtime } from "../../page-tree.ts";
import { isFunction, Regex, type Value } from "../../page-tree.ts";
import { joinTexts } from "../budget.ts";
import { numberOf, textOfValue } from "../operators.ts";
import { findMatch, type RegexMatch } from "./match-regex.ts";
import { parseRegex } from "./parse-regex.ts";

export function makeRegex(source: string, flags: string): Regex {
  return new Regex(source, flags, parseRegex(source, flags));
}

/** `pattern.test(text)` and `pattern.exec(text)`. With the "g" flag, each continues where the last match ended. */
export function matchNext(regex: Regex, text: string, runtime: Runtime): RegexMatch | undefined {
  const goesOn = /[gy]/.test(regex.flags);
  const match = matchFrom(regex, text, goesOn ? regex.lastIndex : 0, runtime);
  if (goesOn) regex.lastIndex = match?.end ?? 0;
  return match;
}

/** The result of `exec`: the match and its groups, with the position as a property of the list, as in JavaScript. */
export function matchValue(match: RegexMatch | undefined, text: string, runtime: Runtime): Value {
  if (match === undefined) return null;
  const found: Value[] & { index?: number } = [text.slice(match.start, match.end), ...match.groups];
  found.index = match.start;
  runtime.budget.spend(found.length);
  return found;
}

export function allMatches(regex: Regex, text: string, runtime: Runtime): RegexMatch[] {
  const matches: RegexMatch[] = [];
  for (let from = 0; from <= text.length; ) {
    const match = matchFrom(regex, text, from, runtime);
    if (match === undefined) break;
    matches.push(match);
    from = match.end > match.start ? match.end : match.end + 1;
  }
  return matches;
}

export function replaceMatches(
  regex: Regex,
  text: string,
  replacement: Value,
  { isForAll, runtime }: { isForAll: boolean; runtime: Runtime },
): string {
  const first = isForAll ? undefined : matchFrom(regex, text, 0, runtime);
  const matches = isForAll ? allMatches(regex, text, runtime) : first === undefined ? [] : [first];
  const parts: string[] = [];
  let end = 0;
  for (const match of matches) {
    const whole = text.slice(match.start, match.end);
    parts.push(text.slice(end, match.start));
    parts.push(
      isFunction(replacement)
        ? textOfValue(runtime.call(replacement, [whole, ...match.groups, match.start, text]))
        : fillGroups(textOfValue(replacement), whole, match.groups),
    );
    end = match.end;
  }
  return joinTexts([...parts, text.slice(end)], "", runtime);
}

export function splitByMatches(regex: Regex, text: string, runtime: Runtime): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const match of allMatches(regex, text, runtime)) {
    // An empty match splits between two characters, but not before the first or after the last.
    if (match.end === match.start && (match.start === 0 || match.start === text.length)) continue;
    parts.push(text.slice(end, match.start), ...match.groups.map((group) => group ?? ""));
    end = match.end;
  }
  parts.push(text.slice(end));
  return parts;
}

/** Replaces `$1` and `$&` in a replacement. */
function fillGroups(replacement: string, whole: string, groups: (string | undefined)[]): string {
  return replacement.replaceAll(
    /\$(?:([$&])|(\d))/g,
    (written, sign: string | undefined, digit: string | undefined) => {
      if (sign !== undefined) return sign === "$" ? "$" : whole;
      const number = numberOf(digit);
      return number >= 1 && number <= groups.length ? (groups[number - 1] ?? "") : written;
    },
  );
}

function matchFrom({ program, flags }: Regex, text: string, from: number, runtime: Runtime): RegexMatch | undefined {
  return findMatch(program, { text, from, isMultiline: flags.includes("m") }, runtime);
}
