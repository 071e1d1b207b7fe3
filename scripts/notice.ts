import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A package's entry in the lockfile. Entries are found by path, such as "node_modules/pg/node_modules/ms". */
export interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
}

type Lock = Readonly<Record<string, LockedPackage>>;

const root = join(import.meta.dirname, "..");

/** Licenses that can be combined with Apache-2.0 and whose only condition is to keep their notice. */
const permissive = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
]);

/** Packages under other licenses, each with the reason why Lectern may use it. */
const justified: Readonly<Record<string, string>> = {
  "@fontsource-variable/inter": "A font, served unmodified and under its own name, as the license asks.",
  "@fontsource-variable/jetbrains-mono": "A font, served unmodified and under its own name, as the license asks.",
  "@fortawesome/fontawesome-free":
    "Icons under CC-BY-4.0, by Fonticons, Inc. (https://fontawesome.com), used unmodified.",
  "@resvg/resvg-wasm":
    "Its copyleft covers its own files, which are used unmodified; source: https://github.com/yisibl/resvg-js.",
  elkjs:
    "Its copyleft covers its own files, which browsers get in minified form; source: https://github.com/kieler/elkjs.",
  khroma: "Under the MIT license, as its license file says; its package.json doesn't name it.",
  format: "Under the MIT license, as its Readme says; its package.json names it in an old form.",
};

/** The text of the file NOTICE: every package that is installed with Lectern or bundled into its scripts. */
export function renderNotice(): string {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Lock };
  const entries = shippedPackages(packages).map((path) => renderPackage(path, packages[path] ?? {}));
  return `Lectern
Licensed under the Apache License, Version 2.0; see LICENSE.

Lectern is installed with the packages below, or contains them in its own code or in the scripts that browsers load. Their licenses
are in dist/vendor/LICENSES.txt of the npm package, and in the folder of each one under node_modules. \`npm run generate\` writes this list,
and a test keeps it current.

src/search/word-vectors.bin is derived from the model sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0) and was fitted on texts of the
documentation of Vapi (MIT), Weights & Biases, Mem0 and FastMCP (Apache-2.0) and of WordNet 3.0, Copyright 2006 by Princeton University.

${[...new Set(entries)].join("\n")}
`;
}

/** Packages whose license is neither permissive nor justified above. */
export function unfitPackages(lock: Lock): string[] {
  return shippedPackages(lock)
    .filter((path) => !isPermissive(lock[path]?.license ?? "") && justified[nameOf(path)] === undefined)
    .map((path) => `${nameOf(path)}: ${lock[path]?.license ?? "no license"}`);
}

function shippedPackages(lock: Lock): string[] {
  return Object.keys(lock)
    .filter((path) => path !== "" && !lock[path]?.dev && !lock[path]?.devOptional)
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : a < b ? -1 : 1));
}

function isPermissive(license: string): boolean {
  const choices = license.replaceAll(/[()]/g, "").split(" OR ");
  return choices.some((choice) => choice.split(" AND ").every((name) => permissive.has(name)));
}

function renderPackage(path: string, { version, license, optional }: LockedPackage): string {
  const name = nameOf(path);
  const reason = justified[name] === undefined ? [] : [`  ${justified[name]}`];
  // Which optional packages are installed depends on the platform. The package that needs them has their notice.
  const copyright = optional ? [] : copyrightLines(path).map((line) => `  ${line}`);
  return [`${name} ${version}: ${license}`, ...copyright, ...reason].join("\n");
}

const licenseFile = /^(licen[cs]e|copying|notice)/i;
const copyrightLine = /^\W*(copyright (\(c\)|©|\d|.*\d{4}).*)$/i;

function copyrightLines(path: string): string[] {
  const folder = join(root, path);
  const files = readdirSync(folder).filter((name) => licenseFile.test(name));
  const lines = files.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  return [...new Set(lines.flatMap((line) => copyrightLine.exec(line.trim())?.[1] ?? []))];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}
