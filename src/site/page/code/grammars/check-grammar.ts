import type { IOnigLib } from "vscode-textmate";
import { BuildProblem, type ProblemRecord, problemToRecord } from "../../../shared/build-problem.ts";
import { at, type Place, placePath, placeText, rootPlace } from "../../../source/config/config-report.ts";
import { readJsonLines } from "../../../source/json-lines.ts";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../../../source/json-value.ts";
import type { CheckedGrammar, GrammarIndex } from "./grammar-index.ts";
import { grammarLimits } from "./grammar-limits.ts";
import { createRuleCheck } from "./grammar-rules.ts";
import { findIncludeFault } from "./include-sizes.ts";

const hint = "until it is fixed, code in its language is not highlighted";

/**
 * Validates an author's grammar and every regular expression in it. Runs in a process that may be killed if it hangs.
 */
export function checkGrammar(file: string, text: string, oniguruma: IOnigLib): CheckedGrammar {
  const faults: ProblemRecord[] = [];
  const report = (place: Place, message: string) => {
    if (faults.length >= grammarLimits.faultsMax) return;
    const where = placeText(place);
    const line = lineOf(text, place);
    const sentence = where === "" ? message : `"${where}" ${message}`;
    faults.push({ message: sentence, severity: "warning", file, line, hint });
  };
  try {
    const root = readRoot(file, text);
    const rules = createRuleCheck(oniguruma, report);
    rules.checkGrammar(root);
    const includes = faults.length === 0 ? findIncludeFault(root, rules) : undefined;
    if (includes !== undefined) report(includes.place, includes.message);
    if (!rules.isScope(root.scopeName)) {
      report(at(rootPlace, "scopeName"), 'must name the grammar, such as "source.acme"');
    }
    if (faults.length > 0) return { problems: faults };
    return { index: indexOf(root, rules.externalScopes), problems: [] };
  } catch (error) {
    if (!(error instanceof BuildProblem)) throw error;
    return { problems: [{ ...problemToRecord(error), severity: "warning", hint: error.hint ?? hint }] };
  }
}

function readRoot(file: string, text: string): JsonObject {
  const root = parseJson(text, file);
  if (!isJsonObject(root)) throw new BuildProblem("must contain one grammar: { … }", { file, hint });
  if (isDeeper(root, grammarLimits.depthMax)) {
    throw new BuildProblem(`is nested deeper than ${grammarLimits.depthMax} levels`, { file, hint });
  }
  return root;
}

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item: JsonValue) => isDeeper(item, levels - 1));
}

/** A missing setting is reported at the object that should contain it. */
function lineOf(text: string, place: Place): number {
  let node = readJsonLines(text);
  for (const key of placePath(place)) {
    const next = typeof key === "number" ? node.items?.[key] : node.members?.get(key);
    if (next === undefined) break;
    node = next;
  }
  return node.line;
}

function indexOf(root: JsonObject, externalScopes: ReadonlySet<string>): GrammarIndex {
  const scopeName = String(root.scopeName);
  const names = wordsOf(root.name, root.aliases).flatMap((name) => [name, name.replaceAll(/\s+/g, "-")]);
  return {
    scopeName,
    names: [...new Set(names)],
    otherNames: [...new Set([...wordsOf(root.fileTypes), scopeName.toLowerCase(), scopeName.split(".").at(-1) ?? ""])],
    includes: [...externalScopes],
  };
}

/** Lowercase, because the languages of code fences are compared in lowercase. */
function wordsOf(...values: (JsonValue | undefined)[]): string[] {
  const texts = values.flat().filter((value) => typeof value === "string");
  return texts
    .map((text) => text.toLowerCase().replace(/^\./, ""))
    .filter((text) => text !== "" && text.length <= grammarLimits.nameLengthMax);
}
