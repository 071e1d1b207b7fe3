import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { distFolder } from "./package-layout.ts";

/** Prints the size of the code in the package. */
export function reportSize(): void {
  process.stdout.write(`dist/: ${megabytes(folderBytes(distFolder))}\n`);
}

export function folderBytes(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
