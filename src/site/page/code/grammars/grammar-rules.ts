import type { IOnigLib } from "vscode-textmate";
import { at, type Place, rootPlace } from "../../../source/config/place.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../source/json-value.ts";
import { grammarLimits } from "./grammar-limits.ts";

export interface RuleCheck {
  checkGrammar(root: JsonObject): void;
  isScope(value: JsonValue | undefined): value is string;
  /** The location of each rule. */
  places: ReadonlyMap<JsonObject, Place>;
  /** Repository rules by name; undefined for ambiguous names. */
  named: ReadonlyMap<string, JsonObject | undefined>;
  externalScopes: ReadonlySet<string>;
}

/** Names that are safe to hand to the tokenizer. */
const scope = /^[\w+#-]+(?:\.[\w+#-]+)*$/;
const patternKeys = ["match", "begin", "end", "while"] as const;
const captureKeys = ["captures", "beginCaptures", "endCaptures", "whileCaptures"] as const;
const nameKeys = ["name", "contentName"] as const;

/** Reads all rules of a grammar and checks that the tokenizer accepts each of them. */
export function createRuleCheck(oniguruma: IOnigLib, report: (place: Place, message: string) => void): RuleCheck {
  const places = new Map<JsonObject, Place>();
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

  function checkCaptures(value: JsonValue | undefined, place: Place): void {
    if (value === undefined) return;
    if (typeof value !== "object" || value === null) {
      report(place, "must be an object that maps capture numbers to rules");
      return;
    }
    for (const [key, rule] of Object.entries(value)) {
      const isNumber = /^\d+$/.test(key) && Number(key) <= grammarLimits.captureMax;
      const here = at(place, Array.isArray(value) ? Number(key) : key);
      if (isNumber) checkRule(rule, here);
      else report(here, `must be a number up to ${grammarLimits.captureMax}`);
    }
  }

  function checkPatterns(value: JsonValue | undefined, place: Place): void {
    if (value === undefined) return;
    if (!Array.isArray(value)) {
      report(place, "must be a list of rules: [ … ]");
      return;
    }
    for (const [index, rule] of value.entries()) checkRule(rule, at(place, index));
  }

  function checkRepository(value: JsonValue | undefined, place: Place): void {
    if (value === undefined) return;
    if (!isJsonObject(value)) {
      report(place, "must be an object that maps names to rules");
      return;
    }
    for (const [name, rule] of Object.entries(value)) {
      if (name in Object.prototype) report(at(place, name), "is a reserved name; rename the rule");
      checkRule(rule, at(place, name));
      named.set(name, named.has(name) || !isJsonObject(rule) ? undefined : rule);
    }
  }

  function checkInjections(value: JsonValue | undefined, place: Place): void {
    if (value === undefined) return;
    if (!isJsonObject(value)) {
      report(place, "must be an object that maps selectors to rules");
      return;
    }
    for (const [selector, rule] of Object.entries(value)) {
      checkText(selector, at(place, selector), grammarLimits.nameLengthMax);
      checkRule(rule, at(place, selector));
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
    checkGrammar(root) {
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
