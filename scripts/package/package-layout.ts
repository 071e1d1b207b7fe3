import { readFileSync } from "node:fs";
import { join } from "node:path";

export const rootFolder = join(import.meta.dirname, "../..");
export const sourceFolder = join(rootFolder, "src");
export const distFolder = join(rootFolder, "dist");
/** The bundled packages; src/site/ground/packages.ts finds those that are loaded on use. */
export const vendorFolder = join(distFolder, "vendor");
/** The program of the render processes as few files; src/site/pipeline/render/render-program.ts finds it. */
export const renderFolder = join(distFolder, "site/bundle");

interface Manifest {
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(rootFolder, "package.json"), "utf8"),
) as Manifest;

/** Whether npm installs it next to Lectern; all other packages are bundled. */
export function isInstalledPackage(specifier: string): boolean {
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  return name in dependencies || name in peerDependencies;
}

/** The file of a package or of one of its entry points, such as `katex.js` for `katex`. */
export function vendorFile(specifier: string): string {
  return `${specifier.replace(/\.js$/, "")}.js`;
}
