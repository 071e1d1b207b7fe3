import { expect, test } from "vitest";
import { printHtml } from "../html/print-html.ts";
import { sanitise } from "../html/sanitise.ts";
import { createStyleCollector } from "../html/style-collector.ts";
import { mathAssets } from "./math-assets.ts";
import { renderFormula } from "./render-formula.ts";

function fontsOf(tex: string): string[] {
  const formula = renderFormula(tex, true);
  if (!formula.ok) throw new Error(formula.reason);
  const html = printHtml(sanitise(formula.content, createStyleCollector()));
  return mathAssets()
    .fontsFor(html)
    .map(({ path }) => /KaTeX_([A-Za-z0-9]+-[A-Za-z]+)/.exec(path)?.[1] ?? path)
    .toSorted();
}

test.each([
  ["1 + 2", ["Main-Regular"]],
  ["x^2", ["Main-Regular", "Math-Italic"]],
  ["\\int_0^1 x", ["Main-Regular", "Math-Italic", "Size2-Regular"]],
  ["\\mathbf{A}\\mathbb{R}\\mathcal{L}", ["AMS-Regular", "Caligraphic-Regular", "Main-Bold", "Main-Regular"]],
  ["\\text{plain \\textbf{bold} \\textit{italic}}", ["Main-Bold", "Main-Italic", "Main-Regular"]],
  ["\\left(\\frac{1}{2}\\right)", ["Main-Regular", "Size3-Regular"]],
  ["\\left\\{\\begin{matrix}1\\\\2\\\\3\\\\4\\\\5\\end{matrix}\\right.", ["Main-Regular", "Size4-Regular"]],
])("a page with %s asks early for the fonts that it is drawn in", (tex, fonts) => {
  expect(fontsOf(tex)).toEqual(fonts);
});
