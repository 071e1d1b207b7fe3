import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { iconFolders, iconSample, oldNamesFile, openIconPackage } from "../../src/site/page/icons/icon-files.ts";
import { packIcons } from "../../src/site/page/icons/packed-icons.ts";
import { isInstalledPackage, rootFolder, vendorFile, vendorFolder } from "./package-layout.ts";
import type { PackageImports } from "./transpile-sources.ts";
import { writeLicenses } from "./write-licenses.ts";

const packagesFolder = join(rootFolder, "node_modules");

/** Packages that are loaded with `requirePackage`. No `import` mentions them. */
const requiredPackages = ["graphql", "katex", "yaml"];

/** Files that are read or loaded by their path. */
const packageFiles = [
  "@fontsource-variable/inter/files/inter-*-wght-{normal,italic}.woff2",
  "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin*-wght-normal.woff2",
  oldNamesFile,
  "@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm",
  "@resvg/resvg-wasm/index_bg.wasm",
  "katex/dist/katex.min.css",
  "katex/dist/fonts/*.woff2",
  "tailwindcss/theme.css",
  "typescript-5/lib/lib.*.d.ts",
  "vscode-oniguruma/release/onig.wasm",
];

/** CommonJS files that are loaded by their path. None of them loads another file. */
const commonScripts = ["highlight.js/lib/languages/*.js", "typescript-5/lib/typescript.js"];

/** Bundles the packages that Lectern contains into one file per entry point and a few shared files. */
export async function bundlePackages(imports: PackageImports): Promise<void> {
  const entries = new Map(imports);
  for (const name of requiredPackages) entries.set(name, undefined);
  const bundle = await rolldown({
    input: Object.fromEntries(
      [...entries.keys()].map((name) => [vendorFile(name).slice(0, -".js".length), entryId(name)]),
    ),
    platform: "node",
    external: (id) => isInstalledPackage(id) || unusedPackages.includes(id),
    plugins: [entryPoints(entries)],
    resolve: {
      alias: {
        "css-tree": join(packagesFolder, "css-tree/dist/csstree.esm.js"),
        // The package's CommonJS form loads files by names that a bundler can't see.
        "jsonc-parser": join(packagesFolder, "jsonc-parser/lib/esm/main.js"),
      },
    },
    logLevel: "warn",
  });
  const { output } = await bundle.write({
    dir: vendorFolder,
    format: "esm",
    chunkFileNames: "shared/[name]-[hash].js",
    // The code isn't minified, so that stack traces are useful. Licenses are in a separate file.
    comments: { legal: false, annotation: false, jsdoc: false },
  });
  await bundle.close();
  packIconLibraries();
  const bundled = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  writeLicenses([...bundled, ...copyFiles(), ...iconFolders.map(iconSample)]);
}

/** Optional dependencies of packages that Lectern doesn't use. */
const unusedPackages = ["pg-native"];

function entryId(specifier: string): string {
  return join(rootFolder, "vendor-entries", `${vendorFile(specifier)}.mjs`);
}

/** Exports only the names that the sources import from each package, so that unused code is left out. */
function entryPoints(entries: PackageImports): Plugin {
  const byId = new Map([...entries.keys()].map((specifier) => [entryId(specifier), specifier]));
  return {
    name: "entry-points",
    resolveId: (id) => (byId.has(id) ? id : undefined),
    async load(id) {
      const specifier = byId.get(id);
      if (specifier === undefined) return undefined;
      const names = entries.get(specifier) ?? Object.keys(await import(specifier));
      const exported = [...names].filter((name) => name !== "module.exports");
      return `export { ${exported.join(", ")} } from ${JSON.stringify(specifier)};`;
    },
  };
}

/** Copies the files and returns their paths. */
function copyFiles(): string[] {
  const files = globSync(packageFiles, { cwd: packagesFolder });
  for (const path of files) {
    cpSync(join(packagesFolder, path), join(vendorFolder, path));
    if (path.endsWith(".d.ts")) stripComments(join(vendorFolder, path));
  }
  const scripts = globSync(commonScripts, { cwd: packagesFolder }).filter((path) => !path.endsWith(".js.js"));
  for (const path of scripts) {
    const to = join(vendorFolder, "commonjs", path);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(packagesFolder, path), to);
  }
  writeFileSync(join(vendorFolder, "commonjs/package.json"), JSON.stringify({ type: "commonjs" }));
  return [...files, ...scripts].map((path) => join(packagesFolder, path));
}

/**
 * Removes comments: half of TypeScript's declarations is documentation, which code blocks don't show. The license
 * stays.
 */
function stripComments(path: string): void {
  const text = readFileSync(path, "utf8").replaceAll(/[ \t]*\/\*(?!!)[\s\S]*?\*\/\s*?\n/g, "");
  writeFileSync(path, text);
}

function packIconLibraries(): void {
  const folder = join(vendorFolder, "icons");
  mkdirSync(folder);
  for (const name of iconFolders) packIcons(folder, name, openIconPackage(name));
}
