import { expect, test } from "vitest";
import { addText, vectorDimensions } from "./word-vectors.ts";

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(vectorDimensions);
  addText(vector, text);
  return vector;
}

test.each([
  "Rate limits reset every 60 seconds; retry with `Retry-After`.",
  "const { a_b, c } = await fetch('/v1/items?limit=10');\n\treturn a_b[0] ?? c;",
  "one",
  "",
])("%j has the same vector if an accent makes it a text of other characters", (text) => {
  // The accent is left out of every text.
  expect(vectorOf(`${text}\u0301`)).toEqual(vectorOf(text));
});

test("words count as often as they occur, in any order", () => {
  const [once, other] = [vectorOf("install"), vectorOf("plugin")];
  const sum = vectorOf("plugin install, install");
  const comma = vectorOf(",");
  for (const [at, part] of sum.entries()) {
    expect(part).toBeCloseTo((other[at] ?? 0) + 2 * (once[at] ?? 0) + (comma[at] ?? 0), 4);
  }
});
