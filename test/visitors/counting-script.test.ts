import { join } from "node:path";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

const script = join(import.meta.dirname, "../../src/site/theme/assets/scripts/count-reader.ts");

test("the script that reports what the server can't see has at most 1 KB", async () => {
  const bundle = await rolldown({ input: script });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  const code = output.map((each) => (each.type === "chunk" ? each.code : "")).join("");
  expect(code).toContain("sendBeacon");
  expect(Buffer.byteLength(code)).toBeLessThanOrEqual(1_024);
});
