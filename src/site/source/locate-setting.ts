import { posix } from "node:path";
import type { LocateSetting } from "./config/config-report.ts";
import { type LineNode, readJsonLines } from "./json-lines.ts";

const referencesMax = 60;

/** Tells where a setting was written, through every `$ref`. Files are read for it when the first problem is told. */
export function createSettingLocator(readText: (path: string) => string | undefined): LocateSetting {
  const find = createSettingFinder(readText);
  return (path) => {
    const { file, node } = find(path);
    return { file, line: node?.line };
  };
}

/** A value of docs.json in the file that holds it. */
export interface WrittenSetting {
  file: string;
  node: LineNode | undefined;
  /** How many keys of the path lead there; fewer than all when the value is missing. */
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
      // What is missing is told at the place that should hold it.
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

/** One step down. Keys beside a `$ref` come before those of the file it names. */
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
