import type { IOnigLib } from "vscode-textmate";
import { at, type Place, rootPlace } from "../../../source/config/config-report.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../source/json-value.ts";
import { grammarLimits } from "./grammar-limits.ts";

export type RuleCheck = ReturnType<typeof createRuleCheck>;

/** Names that are safe to hand to the tokenizer. */
const scope = /^[\w+#-]+(?:\.[\w+#-]+)*$/;
const patternKeys = ["match", "begin", "end", "while"] as const;
const captureKeys = ["captures", "beginCaptures", "endCaptures", "whileCaptures"] as const;
const nameKeys = ["name", "contentName"] as const;

/** Reads all rules of a grammar and checks that the tokenizer accepts each of them. */
export function createRuleCheck(oniguruma: IOnigLib, report: (place: Place, message: string) => void) {
  /** The location of each rule. */
  const places = new Map<JsonObject, Place>();
  /** Rules of repositories by name; undefined if several rules have the name. */
  const named = new Map<string, JsonObject | undefined>();
  const externalScopes = new Set<string>();
  const references: { name: string; place: Place }[] = [];

  function checkRule(rule: JsonValue, place: Place): void {
    if (!isJsonObject(rule)) {
      report(place, "must be a rule: { … }");
      return;
    }
    places.set(rule, place);
    if (places.size > grammarLimits.rulesMax) return;
    for (const key of nameKeys) checkText(rule[key], at(place, key), grammarLimits.nameLengthMax);
    for (const key of patternKeys) {
      const source = checkText(rule[key], at(place, key), grammarLimits.patternLengthMax);
      if (source !== undefined) checkPattern(source, key, at(place, key));
    }
    for (const key of captureKeys) checkCaptures(rule[key], at(place, key));
    if (rule.include !== undefined) checkInclude(rule.include, at(place, "include"));
    checkPatterns(rule.patterns, at(place, "patterns"));
    checkRepository(rule.repository, at(place, "repository"));
  }

  function checkText(value: JsonValue | undefined, place: Place, lengthMax: number): string | undefined {
    if (value === undefined) return undefined;
    if (typeof value !== "string") report(place, "must be a string");
    else if (value.length > lengthMax) report(place, `is longer than ${lengthMax} characters`);
    else return value;
    return undefined;
  }

  /** The end pattern may reference captures of the begin pattern, which are only known during matching. */
  function checkPattern(source: string, key: (typeof patternKeys)[number], place: Place): void {
    const isEnd = key === "end" || key === "while";
    try {
      oniguruma.createOnigScanner([isEnd ? source.replaceAll(/\\\d+/g, "0") : source]).dispose?.();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      report(place, `is not a valid Oniguruma regular expression: ${reason}`);
    }
  }

  /** The rules in a list or map, with their keys and places. Any other value is reported. */
  function rulesIn(value: JsonValue | undefined, place: Place, isRight: (value: JsonValue) => boolean, rule: string) {
    if (value === undefined) return [];
    if (typeof value === "object" && value !== null && isRight(value)) {
      return Object.entries(value).map(([key, item]: [string, JsonValue]) => {
        return { key, item, here: at(place, Array.isArray(value) ? Number(key) : key) };
      });
    }
    report(place, `must be ${rule}`);
    return [];
  }

  function checkCaptures(value: JsonValue | undefined, place: Place): void {
    for (const { key, item, here } of rulesIn(
      value,
      place,
      () => true,
      "an object that maps capture numbers to rules",
    )) {
      const isNumber = /^\d+$/.test(key) && Number(key) <= grammarLimits.captureMax;
      if (isNumber) checkRule(item, here);
      else report(here, `must have a capture number from 0 to ${grammarLimits.captureMax} as its key`);
    }
  }

  function checkPatterns(value: JsonValue | undefined, place: Place): void {
    for (const { item, here } of rulesIn(value, place, Array.isArray, "a list of rules: [ … ]")) checkRule(item, here);
  }

  function checkRepository(value: JsonValue | undefined, place: Place): void {
    for (const { key, item, here } of rulesIn(value, place, isJsonObject, "an object that maps names to rules")) {
      if (key in Object.prototype) report(here, "is a reserved name; rename the rule");
      checkRule(item, here);
      named.set(key, named.has(key) || !isJsonObject(item) ? undefined : item);
    }
  }

  function checkInjections(value: JsonValue | undefined, place: Place): void {
    for (const { key, item, here } of rulesIn(value, place, isJsonObject, "an object that maps selectors to rules")) {
      checkText(key, here, grammarLimits.nameLengthMax);
      checkRule(item, here);
    }
  }

  /** `$self`, `#name`, `source.other` and `source.other#name`. */
  function checkInclude(value: JsonValue, place: Place): void {
    if (value === "$self" || value === "$base") return;
    if (typeof value === "string" && value.startsWith("#")) {
      references.push({ name: value.slice(1), place });
      return;
    }
    const [other = "", name = "start"] = typeof value === "string" ? value.split("#") : [];
    if (isScope(other) && !(name in Object.prototype)) externalScopes.add(other);
    else report(place, 'must be "$self", "#name" or the scope of another grammar');
  }

  function isScope(value: JsonValue | undefined): value is string {
    if (typeof value !== "string" || value.length > grammarLimits.nameLengthMax) return false;
    return scope.test(value) && !(value in Object.prototype);
  }

  return {
    places,
    named,
    externalScopes,
    isScope,
    checkGrammar(root: JsonObject): void {
      if (!Array.isArray(root.patterns)) report(at(rootPlace, "patterns"), "must be a list of rules: [ … ]");
      checkRule(root, rootPlace);
      checkInjections(root.injections, at(rootPlace, "injections"));
      if (places.size > grammarLimits.rulesMax) report(rootPlace, `has more than ${grammarLimits.rulesMax} rules`);
      for (const { name, place } of references) {
        if (!named.has(name)) report(place, `includes "#${name}", which is not in its "repository"`);
      }
    },
  };
}
