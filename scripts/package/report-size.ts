import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { distFolder } from "./package-layout.ts";

/** Prints the size of the code in the package. */
export function reportSize(): void {
  const bytes = readdirSync(distFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  process.stdout.write(`dist/: ${(bytes / 1_000_000).toFixed(1)} MB\n`);
}
