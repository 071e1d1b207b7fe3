import { createRequire } from "node:module";
import type * as Yaml from "yaml";
import { BuildProblem } from "../../ground/build-problem.ts";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../../source/json-value.ts";
import { formatPointer } from "./json-pointer.ts";
import { specLimits } from "./spec-limits.ts";
import { isWebAddress } from "./spec-path.ts";

const require = createRequire(import.meta.url);

/** The text of an API description as a tree whose size and depth are known. Throws a BuildProblem with the place. */
export function parseSpec(text: string, file: string): JsonObject {
  // A web address need not say what stands there.
  const isYaml = isWebAddress(file) ? !/^\s*\{/.test(text) : !file.endsWith(".json");
  const bytesMax = isYaml ? specLimits.yamlBytesMax : specLimits.bytesMax;
  if (text.length > bytesMax) throw tooLarge(file, bytesMax, isYaml);
  const value = isYaml ? parseYaml(text, file) : parseJson(text, file);
  measure(value, file);
  if (!isJsonObject(value)) throw new BuildProblem("is no API description: it must hold one object", { file });
  return value;
}

function tooLarge(file: string, bytesMax: number, isYaml: boolean): BuildProblem {
  return new BuildProblem(`is larger than ${bytesMax / 1024 / 1024} MiB, so no page is made from it`, {
    severity: "warning",
    file,
    hint: isYaml ? "split it, or convert it to JSON, which may be larger" : "split it into several API descriptions",
  });
}

function parseYaml(text: string, file: string): JsonValue {
  try {
    // Loaded when it is needed: seventy modules, in every render process of every project.
    const { parseDocument } = require("yaml") as typeof Yaml;
    const document = parseDocument(text, { uniqueKeys: false, prettyErrors: true, logLevel: "silent" });
    const [fault] = document.errors;
    if (fault !== undefined) {
      const { line, col: column } = fault.linePos?.[0] ?? {};
      const sentence = fault.message.split("\n")[0]?.replace(/ at line \d+, column \d+:?$/, "");
      throw new BuildProblem(`is not valid YAML: ${sentence}`, { file, line, column });
    }
    return document.toJS({ maxAliasCount: specLimits.aliasesMax }) as JsonValue;
  } catch (error) {
    if (error instanceof BuildProblem) throw error;
    throw new BuildProblem("is not valid YAML, or its aliases repeat too much", {
      file,
      hint: "write repeated parts as components and refer to them with $ref",
    });
  }
}

/** Without recursion. YAML aliases make one object stand in many places, so every place is counted; a cycle is depth. */
function measure(root: JsonValue, file: string): void {
  const waiting: { value: JsonValue; keys: Link | undefined; depth: number }[] = [
    { value: root, keys: undefined, depth: 0 },
  ];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, keys, depth } = next;
    count += 1;
    if (count > specLimits.valuesMax)
      throw new BuildProblem(`holds more than ${specLimits.valuesMax} values`, { file });
    if (depth > specLimits.depthMax) {
      throw new BuildProblem(`is nested more than ${specLimits.depthMax} deep`, { file, hint: `see ${shown(keys)}` });
    }
    if (typeof value !== "object" || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (typeof child === "object" && child !== null) {
        waiting.push({ value: child, keys: { key, before: keys }, depth: depth + 1 });
      } else count += 1;
    }
  }
}

interface Link {
  key: string;
  before: Link | undefined;
}

const shownKeysMax = 8;

function shown(link: Link | undefined): string {
  const keys: string[] = [];
  for (let at = link; at !== undefined; at = at.before) keys.unshift(at.key);
  return `${formatPointer(keys.slice(0, shownKeysMax))}${keys.length > shownKeysMax ? "/…" : ""}`;
}
