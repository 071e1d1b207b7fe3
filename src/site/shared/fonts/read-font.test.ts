import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { measureFont, readFont } from "./read-font.ts";

const require = createRequire(import.meta.url);
const fileOf = (name: string) => readFileSync(require.resolve(name));
const woff2 = fileOf("katex/dist/fonts/KaTeX_Main-Regular.woff2");

test("a font has the same metrics in every container format", () => {
  const measured = { ascent: 0.903, descent: 0.272, lineGap: 0.09, widthByArial: expect.closeTo(0.931, 3) };
  for (const ending of ["ttf", "woff", "woff2"]) {
    expect(measureFont(fileOf(`katex/dist/fonts/KaTeX_Main-Regular.${ending}`))).toEqual(measured);
  }
});

test("a variable font is measured at its default weight", () => {
  const inter = fileOf("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2");
  expect(measureFont(inter)?.widthByArial).toBeCloseTo(1.064, 3);
  expect(readFont(inter)?.widthOf("W")).toBeCloseTo(0.985, 3);
  expect(readFont(inter)?.widthOf("价")).toBeUndefined();
});

test("a font without Latin letters, a truncated font and other files have no metrics", () => {
  expect(measureFont(fileOf("katex/dist/fonts/KaTeX_Size1-Regular.woff2"))).toBeUndefined();
  for (const length of [0, 3, 20, 47, 60, 200, woff2.length - 20]) {
    expect(measureFont(woff2.subarray(0, length))).toBeUndefined();
  }
  expect(measureFont(Buffer.alloc(5_000, 0xff))).toBeUndefined();
  expect(measureFont(Buffer.concat([Buffer.from("wOF2"), Buffer.alloc(500, 0xff)]))).toBeUndefined();
});
