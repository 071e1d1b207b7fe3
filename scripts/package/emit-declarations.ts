import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { distFolder, rootFolder, sourceFolder } from "./package-layout.ts";

/** The modules that other projects import; see `exports` in package.json. */
const publicEntries = ["client/client.ts"];
const options =
  "--ignoreConfig --target es2024 --module nodenext --types node --strict --exactOptionalPropertyTypes --declaration --emitDeclarationOnly --rewriteRelativeImportExtensions";

/** Writes the type declarations of the modules that other projects import. */
export function emitDeclarations(): void {
  const compiler = join(rootFolder, "node_modules/typescript/bin/tsc");
  const entries = publicEntries.map((path) => join(sourceFolder, path));
  const folders = ["--rootDir", sourceFolder, "--outDir", distFolder];
  execFileSync(process.execPath, [compiler, ...options.split(" "), ...folders, ...entries], { stdio: "inherit" });
}
