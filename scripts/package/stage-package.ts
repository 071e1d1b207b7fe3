import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installedPackages, packageFolder, rootFolder } from "./package-layout.ts";

/** All files of the clone that are published, in addition to the manifest and the bill of materials. */
const packedPaths = ["dist", "docs", "web/dist", "CHANGELOG.md", "LICENSE", "NOTICE", "README.md"];
/** Why the code is as it is, for those who have the clone. */
const leftOut = join(rootFolder, "docs/decisions");
const sbomBytesMax = 16 * 1024 * 1024;

interface Manifest {
  [key: string]: unknown;
  dependencies: Record<string, string>;
}

/** Writes package/, from which `npm pack` makes the tarball. */
export function stagePackage(): void {
  rmSync(packageFolder, { recursive: true, force: true });
  mkdirSync(packageFolder);
  const filter = (path: string) => path !== leftOut;
  for (const path of packedPaths)
    cpSync(join(rootFolder, path), join(packageFolder, path), { recursive: true, filter });
  writeJson("package.json", publishedManifest());
  writeFileSync(join(packageFolder, "sbom.cdx.json"), billOfMaterials());
}

/** What the package runs on. The clone's manifest has no engines, because `npm ci` installs Node.js for it. */
const engines = { node: ">=24" };

/**
 * The manifest to publish. The clone's manifest lists all packages that ship, but most are bundled, so npm only has to
 * install packages with native code.
 */
function publishedManifest(): object {
  const manifest = JSON.parse(readFileSync(join(rootFolder, "package.json"), "utf8")) as Manifest;
  const { private: _, scripts, devDependencies, allowScripts, overrides, dependencies, ...published } = manifest;
  return {
    ...published,
    engines,
    dependencies: Object.fromEntries(installedPackages.map((name) => [name, dependencies[name]])),
  };
}

/** Lists every package that ships, bundled or installed, in the CycloneDX format. */
function billOfMaterials(): string {
  const options = ["--sbom-format=cyclonedx", "--sbom-type=application", "--omit=dev", "--package-lock-only"];
  const text = execFileSync("npm", ["sbom", ...options], {
    cwd: rootFolder,
    encoding: "utf8",
    maxBuffer: sbomBytesMax,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const bill = JSON.parse(text) as { serialNumber?: string; metadata: { timestamp?: string } };
  // These fields are removed, so that the same sources give the same file.
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  return `${JSON.stringify(bill, null, 1)}\n`;
}

function writeJson(path: string, value: object): void {
  writeFileSync(join(packageFolder, path), `${JSON.stringify(value, null, 2)}\n`);
}
