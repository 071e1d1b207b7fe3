import { expect, test } from "vitest";
import { mathAssets } from "./math-assets.ts";

test("the stylesheet for formulas refers only to the site's copies of the KaTeX fonts", () => {
  const { stylesheet, fonts } = mathAssets();
  const named = [...String(stylesheet.bytes).matchAll(/url\(([^)]*)\)/g)].map(([, address]) => address);
  expect(named).toEqual(fonts.map(({ path }) => path.replace("_lectern/", "../")));
  expect(fonts.length).toBeGreaterThan(15);
});

test("a page with formulas preloads the two fonts that nearly all formulas use", () => {
  expect(
    mathAssets()
      .earlyFonts.map(({ path }) => path.split("/").at(-1))
      .toSorted(),
  ).toEqual(["KaTeX_Main-Regular.woff2", "KaTeX_Math-Italic.woff2"]);
});
