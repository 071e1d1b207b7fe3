import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readRendererVersion } from "../../ground/cache/renderer-version.ts";

/** The folders that it is made of, beside packages: a change in one of them is another version of the renderer. */
export const programSources = ["src/site", "src/search"];
export const programEntry = "src/site/pipeline/render/render-child.ts";

/** Where bundles of the program are, each under the version of the renderer that it was made of. */
export const programsFolder = join(import.meta.dirname, "../../../../node_modules/.cache/lectern-render");

/**
 * The program of a render process. To load its four hundred modules takes a quarter of a second of the processor, so
 * `npm ci` makes a bundle of them. Where the sources have changed since, they are run as they are.
 */
export function findRenderProgram(): URL {
  const bundled = join(programsFolder, readRendererVersion(), "render-child.js");
  return existsSync(bundled) ? pathToFileURL(bundled) : new URL("./render-child.ts", import.meta.url);
}
