import { posix } from "node:path";
import { BuildProblem } from "../build-problem.ts";
import type { SiteLimits } from "../site-limits.ts";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "./json-value.ts";

export interface ReferenceReader {
  /** The text of a project file, or undefined when it does not exist. */
  readText(path: string): string | undefined;
  limits: Pick<SiteLimits, "configDepthMax" | "configNodesMax">;
}

interface Walk extends ReferenceReader {
  nodes: number;
}

/** Keys that would reach the prototype of an object when someone copies them; no setting has such a name. */
const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Replaces every `{"$ref": "./nav.json"}` by the content of that file; cycles and ways out of the project are refused. */
export function resolveReferences(value: JsonValue, file: string, reader: ReferenceReader): JsonValue {
  return resolve(value, [file], 0, { ...reader, nodes: 0 });
}

function resolve(value: JsonValue, files: string[], depth: number, walk: Walk): JsonValue {
  const file = files.at(-1);
  walk.nodes += 1;
  if (walk.nodes > walk.limits.configNodesMax) {
    throw new BuildProblem(`holds more than ${walk.limits.configNodesMax} values with its references`, { file });
  }
  if (depth > walk.limits.configDepthMax) {
    throw new BuildProblem(`is nested more than ${walk.limits.configDepthMax} deep`, { file });
  }
  if (Array.isArray(value)) return value.map((item) => resolve(item, files, depth + 1, walk));
  if (!isJsonObject(value)) return value;
  const own: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    if (key !== "$ref" && !forbiddenKeys.has(key)) own[key] = resolve(item, files, depth + 1, walk);
  }
  if (!Object.hasOwn(value, "$ref")) return own;
  const content = resolve(...readReference(value.$ref, files, walk), depth + 1, walk);
  // Keys beside `$ref` override those of the file; beside a list there is nothing to override.
  return isJsonObject(content) ? { ...content, ...own } : content;
}

function readReference(reference: JsonValue | undefined, files: string[], walk: Walk): [JsonValue, string[]] {
  const file = files.at(-1) ?? "";
  if (typeof reference !== "string" || !reference.endsWith(".json") || /^[a-z]+:|^\//i.test(reference)) {
    throw new BuildProblem(`"$ref" is ${JSON.stringify(reference)}, but must be a relative path to a .json file`, {
      file,
      hint: 'write for example "./navigation.json"',
    });
  }
  const target = posix.join(posix.dirname(file), reference);
  if (target.startsWith("../"))
    throw new BuildProblem(`"$ref": "${reference}" points outside of the project`, { file });
  if (files.includes(target)) {
    throw new BuildProblem(`"$ref" goes round in a circle: ${[...files, target].join(" → ")}`, { file });
  }
  const text = walk.readText(target);
  if (text === undefined) throw new BuildProblem(`"$ref": "${reference}" names a file that does not exist`, { file });
  return [parseJson(text, target), [...files, target]];
}
