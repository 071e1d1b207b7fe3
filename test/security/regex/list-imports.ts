import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const importPattern = /^(?:import|export) (?!type )(?:[^"';]{0,3000}? from )?"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm;

/** All files that a program loads into its own process, starting with its main file. */
export function listImports(...entries: string[]): ReadonlySet<string> {
  const found = new Set(entries);
  for (const file of found) {
    for (const [, direct, late] of readFileSync(file, "utf8").matchAll(importPattern)) {
      const path = join(dirname(file), direct ?? late ?? "");
      if (/\.tsx?$/.test(path) && existsSync(path)) found.add(path);
    }
  }
  return found;
}
