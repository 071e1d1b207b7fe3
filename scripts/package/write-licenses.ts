import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rootFolder, vendorFolder } from "./package-layout.ts";

const licenseFile = /^(?:licen[cs]e|copying|notice)/i;

/**
 * Copies the license texts of the bundled packages, because licenses require their text in every copy. `paths` are
 * files of these packages.
 */
export function writeLicenses(paths: Iterable<string>): void {
  const folders = new Set(Array.from(paths, folderOfPackage).filter((folder) => folder !== undefined));
  const texts = [...folders].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const files = readdirSync(folder).filter((file) => licenseFile.test(file));
    const text = files.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n\n");
    return `${name} ${version} (${license})\n\n${text}`.trim();
  });
  writeFileSync(join(vendorFolder, "LICENSES.txt"), `${texts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
}

/**
 * The nearest folder with a manifest that names a package. Folders inside a package may have manifests without a name.
 */
function folderOfPackage(path: string): string | undefined {
  for (let folder = dirname(path); folder.startsWith(join(rootFolder, "node_modules")); folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest) && "version" in JSON.parse(readFileSync(manifest, "utf8"))) return folder;
  }
  return undefined;
}
