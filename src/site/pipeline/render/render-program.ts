import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readRendererVersion } from "../../shared/cache/renderer-version.ts";

/** The source folders of the program. A change in one of them changes the renderer version. */
export const programSources = ["src/site", "src/search"];
/** The program, and the thread for types that it starts. */
export const programEntries = [
  "src/site/pipeline/render/render-child.ts",
  "src/site/page/code/twoslash/types-worker.ts",
];

/** The folder with bundles of the program. Each is in a subfolder named after its renderer version. */
export const programsFolder = join(import.meta.dirname, "../../../../node_modules/.cache/lectern-render");

/**
 * The program of a render process. Loading its four hundred modules takes a quarter of a second of processor time, so
 * `npm ci` bundles them, and the npm package contains the bundle. If the sources have changed since, they are run
 * directly.
 */
export function findRenderProgram(): URL {
  const packed = new URL("../../bundle/render-child.js", import.meta.url);
  if (existsSync(packed)) return packed;
  const bundled = join(programsFolder, readRendererVersion(), "render-child.js");
  return existsSync(bundled) ? pathToFileURL(bundled) : new URL("./render-child.ts", import.meta.url);
}
