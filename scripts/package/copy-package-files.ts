import { cpSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { distFolder, sourceFolder } from "./package-layout.ts";

/** Copies the files that the code reads or imports and that aren't code: styles, translations, the starter project. */
export function copyPackageFiles(): void {
  const unused = /\.ts$|^lectern\.js$|^search\/fixtures\/|^site\/theme\/assets\/scripts\//;
  for (const path of globSync("**/*", { cwd: sourceFolder })) {
    const from = join(sourceFolder, path);
    if (!unused.test(path) && statSync(from).isFile()) cpSync(from, join(distFolder, path));
  }
}
