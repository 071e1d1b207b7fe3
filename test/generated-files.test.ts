import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedFiles } from "../scripts/generated-files.ts";

test.each(Object.entries(generatedFiles()))("%s is what the code says; if not: npm run generate", (path, text) => {
  expect(readFileSync(join(import.meta.dirname, "..", path), "utf8")).toBe(text);
});
