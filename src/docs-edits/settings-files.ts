import { posix } from "node:path";
import {
  BuildProblem,
  defaultSiteLimits,
  isJsonObject,
  type JsonObject,
  parseJson,
  resolveReferences,
} from "../site/project.ts";
import { createSettingFinder, type LineNode, readJsonLines } from "../site/reading.ts";
import type { EditedDocs } from "./edited-docs.ts";
import { writeProblem } from "./write-problem.ts";

/** docs.json and the files it includes with `$ref`. */
export type SettingsFiles = Awaited<ReturnType<typeof readSettingsFiles>>;

const filesMax = 60;
const reference = /"\$ref"\s*:\s*"([^"\\]+\.json)"/g;

export async function readSettingsFiles(docs: Pick<EditedDocs, "read">) {
  const texts = new Map<string, string>();
  const waiting = ["docs.json"];
  for (let path = waiting.pop(); path !== undefined && texts.size < filesMax; path = waiting.pop()) {
    const text = texts.has(path) ? undefined : await docs.read(path);
    if (text === undefined || text.length > defaultSiteLimits.configBytesMax) continue;
    texts.set(path, text);
    for (const [, name = ""] of text.matchAll(reference)) waiting.push(posix.join(posix.dirname(path), name));
  }
  const read = (path: string) => texts.get(path);
  const opened = new Map<string, LineNode | undefined>();
  /** The positions of all values in a file; undefined if it doesn't parse. */
  const open = (path: string) => {
    if (!opened.has(path)) opened.set(path, openLines(path, read(path)));
    return opened.get(path);
  };
  /** The value at a path of keys, and the file that contains it. */
  const find = createSettingFinder(read);

  /** The list at a path. If the list is a `$ref`, the list in the included file. */
  function findList(path: readonly (string | number)[]): { file: string; node: LineNode } | undefined {
    let { file, node, depth } = find(path);
    if (depth < path.length) return undefined;
    for (let hops = 0; hops < filesMax && node?.reference !== undefined; hops += 1) {
      file = posix.join(posix.dirname(file), node.reference);
      node = open(file);
    }
    return node?.items === undefined ? undefined : { file, node };
  }

  const parts = new Set(texts.keys());
  /** False for a file that must not be written, such as a package.json that docs.json includes. */
  const mayWrite = (path: string) => writeProblem(path, { settingsParts: parts, openedPaths: [] }) === undefined;
  return { files: [...parts], read, mayWrite, open, find, findList };
}

/** The settings with every `$ref` resolved. Throws a BuildProblem if docs.json can't be read. */
export function resolveSettings({ read }: Pick<SettingsFiles, "read">): JsonObject {
  const text = read("docs.json");
  if (text === undefined) throw new BuildProblem("does not exist", { file: "docs.json" });
  const reader = { readText: read, limits: defaultSiteLimits };
  const values = resolveReferences(parseJson(text, "docs.json"), "docs.json", reader);
  if (!isJsonObject(values)) throw new BuildProblem("must hold one object: { … }", { file: "docs.json" });
  return values;
}

/** Parses first, because the position reader relies on valid JSON. */
function openLines(path: string, text: string | undefined): LineNode | undefined {
  if (text === undefined) return undefined;
  try {
    parseJson(text, path);
    return readJsonLines(text);
  } catch (error) {
    if (error instanceof BuildProblem) return undefined;
    throw error;
  }
}
