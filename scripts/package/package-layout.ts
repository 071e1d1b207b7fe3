import { join } from "node:path";

export const rootFolder = join(import.meta.dirname, "../..");
/** The folder that is published. `npm pack ./package` creates the tarball. */
export const packageFolder = join(rootFolder, "package");
export const sourceFolder = join(rootFolder, "src");
export const distFolder = join(rootFolder, "dist");
/** The folder of the bundled packages. src/site/shared/packages.ts finds those that are loaded on demand. */
export const vendorFolder = join(distFolder, "vendor");
/** The bundled program of the render processes. src/site/pipeline/render/render-program.ts finds it. */
export const renderFolder = join(distFolder, "site/bundle");

/** Packages with native code, which npm installs next to Lectern. */
export const installedPackages = ["rolldown", "satteri"];
/** Packages that an operator can install for screenshots. */
const optionalPackages = ["@sparticuz/chromium", "playwright-core"];

/** Whether npm installs the package next to Lectern. All other packages are bundled. */
export function isInstalledPackage(specifier: string): boolean {
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  return installedPackages.includes(name) || optionalPackages.includes(name);
}

/** The file of a package's entry point, such as `katex.js` for `katex`. */
export function vendorFile(specifier: string): string {
  return `${specifier.replace(/\.js$/, "")}.js`;
}
