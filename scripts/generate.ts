import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedFiles } from "./generated-files.ts";

for (const [path, text] of Object.entries(generatedFiles())) {
  writeFileSync(join(import.meta.dirname, "..", path), text);
}
