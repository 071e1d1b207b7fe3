import type Katex from "katex";
import type { HtmlNode } from "../../shared/html/html-node.ts";
import { parseMarkup } from "../../shared/html/parse-markup.ts";
import { requirePackage } from "../../shared/packages.ts";

type Formula = { ok: true; content: HtmlNode[] } | { ok: false; reason: string };

const formulaLengthMax = 8_000;
const depthMax = 400;
/** A macro can expand itself and a rule can be arbitrarily wide, so both are limited. */
const expansionsMax = 500;
const sizeMax = 20;

let katex: typeof Katex | undefined;

/** Renders a formula as HTML, plus MathML for screen readers. TeX can't run or load anything here. */
export function renderFormula(tex: string, isDisplayed: boolean): Formula {
  if (tex.length > formulaLengthMax) return { ok: false, reason: `it has more than ${formulaLengthMax} characters` };
  // Few sites have formulas, so the library is loaded when the first formula is rendered.
  katex ??= requirePackage("katex") as typeof Katex;
  try {
    const markup = katex.renderToString(tex, {
      displayMode: isDisplayed,
      output: "htmlAndMathml",
      trust: false,
      strict: "ignore",
      maxExpand: expansionsMax,
      maxSize: sizeMax,
    });
    const content = parseMarkup(markup, depthMax);
    if (content === undefined) return { ok: false, reason: "it is nested too deep" };
    return { ok: true, content };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

/** KaTeX reports `KaTeX parse error: Undefined control sequence: \foo at position 3: …`. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return "it is nested too deep";
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replace(/^KaTeX parse error: /, "")
    .replace(/ at position \d+: .*$/s, "")
    .slice(0, 120);
}
