import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { browserFolder } from "../../src/platform/browser-files.ts";

const root = join(import.meta.dirname, "../..");
const sourceFolders = ["web/site", "web/dashboard", "src/contract", "src/site/theme/assets", "src/site/translations"];

/** Builds the browser bundles if one of their sources is newer, so that no test runs against an old bundle. */
export function setup(): void {
  const folders = sourceFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }),
  );
  const sources = folders.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const changedAt = Math.max(...[...sources, join(root, "web/build.ts"), join(root, "package.json")].map(modifiedAt));
  // A build writes this file first, so sources that change during the build count as newer.
  if (changedAt <= modifiedAt(join(browserFolder, "reader.js"))) return;
  execFileSync(process.execPath, [join(root, "web/build.ts")], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "inherit",
  });
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
