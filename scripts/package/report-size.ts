import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { distFolder, rootFolder } from "./package-layout.ts";

/** Prints the size of the package as installed on a machine like this one. */
export function reportSize(): void {
  const { packages } = JSON.parse(readFileSync(join(rootFolder, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const installed = Object.keys(packages).filter(
    (path) => path !== "" && !packages[path]?.dev && !packages[path]?.devOptional && existsSync(join(rootFolder, path)),
  );
  const sizes = installed.map((path) => ({ path, bytes: folderBytes(join(rootFolder, path)) }));
  process.stdout.write(`dist/: ${megabytes(folderBytes(distFolder))}. Packages that are installed with it:\n`);
  for (const { path, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes)) {
    process.stdout.write(`  ${path.replace(/^node_modules\//, "").padEnd(40)} ${megabytes(bytes)}\n`);
  }
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  process.stdout.write(`  ${String(sizes.length).padStart(2)} packages, ${megabytes(total)}\n`);
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
