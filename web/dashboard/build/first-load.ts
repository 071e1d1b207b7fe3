import { readFile } from "node:fs/promises";
import { join } from "node:path";

interface ManifestEntry {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}

/** The scripts that a browser loads before anything is shown: the entry and all that it imports at once. */
export async function listFirstLoad(folder: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as Record<string, ManifestEntry>;
  const files = new Set<string>();
  const visit = (name: string) => {
    const entry = manifest[name];
    if (entry !== undefined && !files.has(entry.file)) {
      files.add(entry.file);
      entry.imports?.forEach(visit);
    }
  };
  for (const [name, { isEntry }] of Object.entries(manifest)) {
    if (isEntry === true) {
      visit(name);
    }
  }
  return [...files].filter((file) => file.endsWith(".js"));
}
