import { posix } from "node:path";
import type { LocateSetting } from "./config/config-report.ts";
import { type LineNode, readJsonLines } from "./json-lines.ts";

const referencesMax = 60;

/** Finds the file and line of a setting, following every `$ref`. Files are read when the first problem is reported. */
export function createSettingLocator(readText: (path: string) => string | undefined): LocateSetting {
  const find = createSettingFinder(readText);
  return (path) => {
    const { file, node } = find(path);
    return { file, line: node?.line };
  };
}

/** A value of docs.json and the file that contains it. */
export interface WrittenSetting {
  file: string;
  node: LineNode | undefined;
  /** How many keys of the path exist. If the value is missing, not all of them do. */
  depth: number;
}

export function createSettingFinder(
  readText: (path: string) => string | undefined,
): (path: readonly (string | number)[]) => WrittenSetting {
  const files = new Map<string, LineNode | undefined>();
  const open = (file: string): LineNode | undefined => {
    if (!files.has(file)) {
      const text = readText(file);
      files.set(file, text === undefined ? undefined : readJsonLines(text));
    }
    return files.get(file);
  };
  return (path) => {
    let here: Written = { file: "docs.json", node: open("docs.json") };
    for (const [depth, key] of path.entries()) {
      const next = enter(here, key, open);
      // A missing value is reported at its parent.
      if (next === undefined) return { ...here, depth };
      here = next;
    }
    return { ...here, depth: path.length };
  };
}

interface Written {
  file: string;
  node: LineNode | undefined;
}

/** Goes one level down. Keys next to a `$ref` take precedence over the keys of the included file. */
function enter(
  { file, node }: Written,
  key: string | number,
  open: (file: string) => LineNode | undefined,
): Written | undefined {
  let here: Written = { file, node };
  for (let hops = 0; hops < referencesMax && here.node !== undefined; hops += 1) {
    const child: LineNode | undefined = typeof key === "number" ? here.node.items?.[key] : here.node.members?.get(key);
    if (child !== undefined) return { file: here.file, node: child };
    if (here.node.reference === undefined) return undefined;
    const target: string = posix.join(posix.dirname(here.file), here.node.reference);
    here = { file: target, node: open(target) };
  }
  return undefined;
}
