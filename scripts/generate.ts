import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { committedFiles, ignoredFiles } from "./generated-files.ts";

// A container image is built without some of the committed files, and doesn't need to write them.
const files = { ...(process.argv.includes("--ignored") ? {} : committedFiles()), ...(await ignoredFiles()) };
for (const [path, text] of Object.entries(files)) {
  writeFileSync(join(import.meta.dirname, "..", path), text);
}
