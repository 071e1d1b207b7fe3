import type * as Yaml from "yaml";
import { BuildProblem } from "../../shared/build-problem.ts";
import { requirePackage } from "../../shared/packages.ts";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../../source/json-value.ts";
import { refuseCollectionKeys } from "../../source/yaml-keys.ts";
import { formatPointer } from "./spec-document.ts";
import { specLimits } from "./spec-limits.ts";
import { isWebAddress } from "./target-name.ts";

/** Parses an API description and checks its size and depth. Throws a BuildProblem that names the place. */
export function parseSpec(text: string, file: string): JsonObject {
  // A web address doesn't have to end in .json or .yaml.
  const isYaml = isWebAddress(file) ? !/^\s*\{/.test(text) : !file.endsWith(".json");
  const bytesMax = isYaml ? specLimits.yamlBytesMax : specLimits.bytesMax;
  if (text.length > bytesMax) {
    throw new BuildProblem(`is larger than ${bytesMax / 1024 / 1024} MiB, so no pages are generated from it`, {
      severity: "warning",
      file,
      hint: isYaml ? "split it, or convert it to JSON, which has a higher limit" : "split it into several descriptions",
    });
  }
  const value = isYaml ? parseYaml(text, file) : parseJson(text, file);
  checkSize(value, file);
  if (!isJsonObject(value)) throw new BuildProblem("is not an API description: it must contain one object", { file });
  return value;
}

function parseYaml(text: string, file: string): JsonValue {
  try {
    // Loaded on demand: the parser has seventy modules, and loading them would slow down every render process.
    const { parseDocument } = requirePackage("yaml") as typeof Yaml;
    const document = parseDocument(text, { uniqueKeys: false, prettyErrors: true, logLevel: "silent" });
    const [fault] = document.errors;
    if (fault !== undefined) {
      const { line, col: column } = fault.linePos?.[0] ?? {};
      const sentence = fault.message.split("\n")[0]?.replace(/ at line \d+, column \d+:?$/, "");
      throw new BuildProblem(`is not valid YAML: ${sentence}`, { file, line, column });
    }
    refuseCollectionKeys(document);
    return document.toJS({ maxAliasCount: specLimits.aliasesMax }) as JsonValue;
  } catch (error) {
    if (error instanceof BuildProblem) throw error;
    throw new BuildProblem("is not valid YAML, has lists or maps as keys, or its aliases expand too far", {
      file,
      hint: "turn repeated parts into components and refer to them with $ref",
    });
  }
}

/**
 * Not recursive, because the depth is unknown. An object that YAML aliases put in many places is counted in each of
 * them. A cycle exceeds the depth limit.
 */
export function checkSize(root: JsonValue, file: string): void {
  const waiting: { value: JsonValue; keys: Link | undefined; depth: number }[] = [
    { value: root, keys: undefined, depth: 0 },
  ];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, keys, depth } = next;
    count += 1;
    if (count > specLimits.valuesMax)
      throw new BuildProblem(`contains more than ${specLimits.valuesMax} values`, { file });
    if (depth > specLimits.depthMax) {
      const hint = `see ${shortPointer(keys)}`;
      throw new BuildProblem(`is nested more than ${specLimits.depthMax} levels deep`, { file, hint });
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

function shortPointer(link: Link | undefined): string {
  const keys: string[] = [];
  for (let at = link; at !== undefined; at = at.before) keys.unshift(at.key);
  return `${formatPointer(keys.slice(0, shownKeysMax))}${keys.length > shownKeysMax ? "/…" : ""}`;
}
