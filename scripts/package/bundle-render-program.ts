import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { programEntries } from "../../src/site/pipeline/render/render-program.ts";
import { readRendererVersion } from "../../src/site/shared/cache/renderer-version.ts";
import { lateModules } from "../bundle-renderer.ts";
import { distFolder, isInstalledPackage, renderFolder, vendorFolder } from "./package-layout.ts";

const sharedPackages: Plugin = {
  name: "shared-packages",
  resolveId(id, importer = "") {
    const path = resolve(dirname(importer), id);
    return path.startsWith(`${vendorFolder}/`) ? { id: relative(renderFolder, path), external: "relative" } : undefined;
  },
};

/** Bundles the program of render processes from dist/. It shares the bundled packages with the rest of Lectern. */
export async function bundleRenderProgram(): Promise<void> {
  const bundle = await rolldown({
    input: programEntries.map((path) => join(distFolder, path.replace(/^src\//, "").replace(/\.ts$/, ".js"))),
    platform: "node",
    external: isInstalledPackage,
    plugins: [lateModules, sharedPackages],
    logLevel: "warn",
  });
  await bundle.write({ dir: renderFolder, format: "esm", chunkFileNames: "[name]-[hash].js" });
  await bundle.close();
  mkdirSync(renderFolder, { recursive: true });
  writeFileSync(join(renderFolder, "version"), readRendererVersion());
}
