import { expect, test } from "vitest";
import { printHtml } from "../../ground/html/print-html.ts";
import { sanitize } from "../../ground/html/sanitize.ts";
import { createStyleCollector } from "../../ground/html/style-collector.ts";
import { mathAssets } from "./math-assets.ts";
import { renderFormula } from "./render-formula.ts";

function fontsOf(tex: string): string[] {
  const formula = renderFormula(tex, true);
  if (!formula.ok) throw new Error(formula.reason);
  const html = printHtml(sanitize(formula.content, createStyleCollector()));
  return mathAssets()
    .fontsFor(html)
    .map(({ path }) => /KaTeX_([A-Za-z0-9]+-[A-Za-z]+)/.exec(path)?.[1] ?? path)
    .toSorted();
}

test.each([
  ["1 + 2", ["Main-Regular"]],
  ["x^2", ["Main-Regular", "Math-Italic"]],
  ["\\int_0^1 x", ["Main-Regular", "Math-Italic", "Size2-Regular"]],
  ["\\mathbf{A}\\mathbb{R}\\mathcal{L}", ["AMS-Regular", "Caligraphic-Regular", "Main-Bold"]],
  ["\\text{plain \\textbf{bold} \\textit{italic}}", ["Main-Bold", "Main-Italic", "Main-Regular"]],
  ["\\textsf{plain \\textbf{bold}}", ["SansSerif-Bold", "SansSerif-Regular"]],
  ["\\left(\\frac{1}{2}\\right)", ["Main-Regular", "Size3-Regular"]],
  ["\\left\\{\\begin{matrix}1\\\\2\\\\3\\\\4\\\\5\\end{matrix}\\right.", ["Main-Regular", "Size4-Regular"]],
])("a page with %s preloads its fonts", (tex, fonts) => {
  expect(fontsOf(tex)).toEqual(fonts);
});

test("every formula font has a fallback of the same height, which each rule names after it", () => {
  const css = String(mathAssets().stylesheet.bytes);
  expect(css.match(/font-family:"KaTeX_\w+-late"/g)).toHaveLength(mathAssets().fonts.length);
  expect(css).toContain("ascent-override:90.3%;descent-override:27.2%;");
  expect(css).toContain(".katex .mathnormal{font-family:KaTeX_Math,KaTeX_Math-late;");
});

test("letters have the width of their own font in any font, except Chinese ones", () => {
  const shown = JSON.stringify(renderFormula("12\\text{价ab}", false));
  expect(shown).toContain('{"class":"mord glyphs KaTeX_Main-Regular","style":"width:1em"},"children":["12"]');
  expect(shown).toContain('"style":"width:1.056em"},"children":["ab"]');
  expect(shown).toContain('{"class":"mord cjk_fallback"},"children":["价"]');
});
