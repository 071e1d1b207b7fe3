import { expect, test } from "vitest";
import { printHtml } from "../../shared/html/print-html.ts";
import { sanitize } from "../../shared/html/sanitize.ts";
import { createStyleCollector } from "../../shared/html/style-collector.ts";
import { renderFormula } from "./render-formula.ts";

function draw(tex: string): { html: string; css: string } {
  const formula = renderFormula(tex, true);
  if (!formula.ok) throw new Error(formula.reason);
  const styles = createStyleCollector();
  return { html: printHtml(sanitize(formula.content, styles)), css: styles.stylesheet() };
}

test("a formula is rendered visually and for screen readers", () => {
  const { html } = draw("\\sqrt{x^2}");
  expect(html).toContain("<msqrt><msup><mi>x</mi><mn>2</mn></msup></msqrt>");
  expect(html).toContain('<span class="katex-html" aria-hidden="true">');
  expect(html).toContain("<svg");
});

test("the dimensions of a formula are in the page's stylesheet, not in inline styles", () => {
  const { html, css } = draw("\\frac{a}{b}");
  expect(html).not.toContain("style=");
  expect(css).toMatch(/height:[\d.]+em/);
  expect(css).toMatch(/top:-[\d.]+em/);
});

test("TeX that tries to run or load something does nothing", () => {
  for (const tex of [
    "\\href{javascript:alert(1)}{x}",
    "\\url{javascript:alert(1)}",
    "\\includegraphics{https://example.org/x.png}",
    "\\htmlStyle{position:fixed}{x}",
    "\\htmlData{copy=x}{y}",
    "\\htmlId{content}{x}",
    "\\text{<script>alert(1)</script>}",
    "\\text{</annotation><img src=x onerror=alert(1)>}",
  ]) {
    const formula = renderFormula(tex, false);
    const styles = createStyleCollector();
    const html = formula.ok ? printHtml(sanitize(formula.content, styles)) : "";
    expect(html).not.toMatch(/<(?:script|img|a)\b|<[^>]* (?:href|src|id|data-copy|on\w+)=/);
    expect(styles.stylesheet()).not.toContain("fixed");
  }
});

test("a formula that can't be rendered is reported with the reason", () => {
  expect(renderFormula("\\nothing", false)).toEqual({ ok: false, reason: "Undefined control sequence: \\nothing" });
  expect(renderFormula("{", false)).toMatchObject({ ok: false });
  expect(renderFormula("x".repeat(10_000), false)).toEqual({ ok: false, reason: "it has more than 8000 characters" });
  expect(renderFormula(`${"\\sqrt{".repeat(600)}x${"}".repeat(600)}`, false)).toMatchObject({ ok: false });
  expect(renderFormula(`${"{".repeat(3_900)}x${"}".repeat(3_900)}`, false)).toMatchObject({ ok: false });
});

test("TeX macros that expand forever are stopped", () => {
  expect(renderFormula("\\def\\a{\\a\\a}\\a", false)).toMatchObject({ ok: false });
  const { css } = draw("\\rule{100000em}{100000em}");
  expect(css).not.toContain("100000em");
});
