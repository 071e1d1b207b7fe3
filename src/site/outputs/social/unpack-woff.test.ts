import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { paintDrawing } from "./paint-drawing.ts";
import { unpackWoff } from "./unpack-woff.ts";

const require = createRequire(import.meta.url);
const read = (ending: string) => readFileSync(require.resolve(`katex/dist/fonts/KaTeX_Typewriter-Regular.${ending}`));

test("a WOFF font is painted like the same font as WOFF2", async () => {
  const words = '<text y="20" font-size="20" font-family="sans-serif">Installing</text>';
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40">${words}</svg>`;
  const painted = await paintDrawing(drawing, unpackWoff(read("woff")));
  expect(painted.equals(await paintDrawing(drawing, read("ttf")))).toBe(true);
  expect(painted.equals(await paintDrawing(drawing, read("woff")))).toBe(false);
});

test("fonts in other formats than WOFF are returned unchanged", () => {
  expect(unpackWoff(read("woff2")).equals(read("woff2"))).toBe(true);
});

test("a font that claims to be too large is rejected before it is unpacked", () => {
  const font = Buffer.from(read("woff"));
  font.writeUInt32BE(0xffffffff, 44 + 12);
  expect(() => unpackWoff(font)).toThrow("too large");
  font.writeUInt16BE(0xffff, 12);
  expect(() => unpackWoff(font)).toThrow("too many tables");
});
