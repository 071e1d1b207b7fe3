import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
/**
 * The folder with the libraries in the npm package of Lectern; a clone uses node_modules. The bundle of the render
 * processes is at the same depth as this file, so that the relative path is correct there too.
 */
const bundledFolder = join(import.meta.dirname, "../../vendor");
const isBundled = existsSync(bundledFolder);

/** Loads a package when it is first needed, synchronously. */
export function requirePackage(name: string): unknown {
  return require(isBundled ? join(bundledFolder, `${name}.js`) : fileURLToPath(import.meta.resolve(name)));
}

/** The path of a file in a package. */
export function packageFile(path: string): string {
  return isBundled ? join(bundledFolder, path) : require.resolve(path);
}

/** Loads a CommonJS file of a package, synchronously. */
export function requirePackageFile(path: string): unknown {
  return require(isBundled ? join(bundledFolder, "commonjs", path) : path);
}

/** The folder with one file for each icon library; undefined in a clone. */
export const packedIconsFolder = isBundled ? join(bundledFolder, "icons") : undefined;
