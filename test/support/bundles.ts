import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { browserFolder } from "../../src/platform/browser-files.ts";
import { programsFolder } from "../../src/site/pipeline/render/render-program.ts";
import { readRendererVersion } from "../../src/site/shared/cache/renderer-version.ts";

const root = join(import.meta.dirname, "../..");
const sourceFolders = ["web/site", "web/dashboard", "src/contract", "src/site/theme/assets", "src/site/translations"];

/**
 * Builds the browser bundles if one of their sources is newer, so that no test runs against an old bundle. Also builds
 * the renderer's bundle, because the tests start some hundred render processes, and each loads the sources without it.
 */
export function setup(): void {
  if (!existsSync(join(programsFolder, readRendererVersion()))) run("scripts/bundle-renderer.ts");
  const folders = sourceFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }),
  );
  const sources = folders.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const changedAt = Math.max(...[...sources, join(root, "web/build.ts"), join(root, "package.json")].map(modifiedAt));
  // A build writes this file first, so sources that change during the build count as newer.
  if (changedAt <= modifiedAt(join(browserFolder, "reader.js"))) return;
  run("web/build.ts");
}

function run(script: string): void {
  execFileSync(process.execPath, [join(root, script)], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "inherit",
  });
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
