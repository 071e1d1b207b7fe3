import { posix } from "node:path";
import { BuildProblem } from "../shared/build-problem.ts";
import type { SiteLimits } from "../shared/site-limits.ts";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "./json-value.ts";

interface ReferenceReader {
  /** The text of a project file, or undefined if it doesn't exist. */
  readText(path: string): string | undefined;
  limits: Pick<SiteLimits, "configDepthMax" | "configNodesMax">;
}

interface Walk extends ReferenceReader {
  nodes: number;
}

/** Keys that could reach the prototype of an object when copied; no setting has these names. */
const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Replaces every `{"$ref": "./nav.json"}` by the content of that file. Rejects loops and paths outside the project. */
export function resolveReferences(value: JsonValue, file: string, reader: ReferenceReader): JsonValue {
  return resolve(value, [file], 0, { ...reader, nodes: 0 });
}

function resolve(value: JsonValue, files: string[], depth: number, walk: Walk): JsonValue {
  const file = files.at(-1);
  walk.nodes += 1;
  if (walk.nodes > walk.limits.configNodesMax) {
    throw new BuildProblem(`has more than ${walk.limits.configNodesMax} values including its references`, { file });
  }
  if (depth > walk.limits.configDepthMax) {
    throw new BuildProblem(`is nested more than ${walk.limits.configDepthMax} levels deep`, { file });
  }
  if (Array.isArray(value)) return value.map((item) => resolve(item, files, depth + 1, walk));
  if (!isJsonObject(value)) return value;
  const own: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    if (key !== "$ref" && !forbiddenKeys.has(key)) own[key] = resolve(item, files, depth + 1, walk);
  }
  if (!Object.hasOwn(value, "$ref")) return own;
  const content = resolve(...readReference(value.$ref, files, walk), depth + 1, walk);
  // Keys next to `$ref` override the keys of the file. A list has no keys to override.
  return isJsonObject(content) ? { ...content, ...own } : content;
}

function readReference(reference: JsonValue | undefined, files: string[], walk: Walk): [JsonValue, string[]] {
  const file = files.at(-1) ?? "";
  const refuse = (message: string, hint?: string): never => {
    throw new BuildProblem(message, { file, line: lineOf(reference, walk.readText(file)), hint });
  };
  if (typeof reference !== "string" || !reference.endsWith(".json") || /^[a-z]+:|^\//i.test(reference)) {
    const rule = "must be a relative path to a .json file";
    return refuse(`"$ref" is ${JSON.stringify(reference)}, but ${rule}`, 'write for example "./navigation.json"');
  }
  const target = posix.join(posix.dirname(file), reference);
  if (target.startsWith("../")) return refuse(`"$ref": "${reference}" points outside the project`);
  if (files.includes(target)) {
    return refuse(`"$ref" forms a loop: ${[...files, target].join(" → ")}`);
  }
  const text = walk.readText(target);
  if (text === undefined) return refuse(`"$ref": "${reference}" names a file that does not exist`);
  return [parseJson(text, target), [...files, target]];
}

/** The first line with the reference. Most files reference another file only once. */
function lineOf(reference: JsonValue | undefined, text: string | undefined): number | undefined {
  const index = text?.indexOf(JSON.stringify(reference)) ?? -1;
  return text === undefined || index < 0 ? undefined : text.slice(0, index).split("\n").length;
}
