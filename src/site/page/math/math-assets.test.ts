import { expect, test } from "vitest";
import { mathAssets } from "./math-assets.ts";

test("the stylesheet for formulas refers to the site's copies of the KaTeX fonts and to nothing else", () => {
  const { stylesheet, fonts } = mathAssets();
  const named = [...String(stylesheet.bytes).matchAll(/url\(([^)]*)\)/g)].map(([, address]) => address);
  expect(named).toEqual(fonts.map(({ path }) => path.replace("_lectern/", "../")));
  expect(fonts.length).toBeGreaterThan(15);
});

test("a page with formulas preloads the two fonts that nearly all of them use", () => {
  expect(
    mathAssets()
      .earlyFonts.map(({ path }) => path.split("/").at(-1))
      .toSorted(),
  ).toEqual(["KaTeX_Main-Regular.woff2", "KaTeX_Math-Italic.woff2"]);
});
