import { createRequire } from "node:module";
import type Katex from "katex";
import type { HtmlNode } from "../../ground/html/html-node.ts";
import { parseMarkup } from "../../ground/html/parse-markup.ts";
import { boxGlyphs } from "./box-glyphs.ts";
import { mathFonts } from "./math-fonts.ts";

export type Formula = { ok: true; content: HtmlNode[] } | { ok: false; reason: string };

const require = createRequire(import.meta.url);
const formulaLengthMax = 8_000;
const depthMax = 400;
/** A macro may grow by itself, and a rule may be as wide as it likes: both are bounded. */
const expansionsMax = 500;
const sizeMax = 20;

let katex: typeof Katex | undefined;

/** A formula as HTML for the eye and MathML for screen readers. TeX can run nothing here and load nothing. */
export function renderFormula(tex: string, isDisplayed: boolean): Formula {
  if (tex.length > formulaLengthMax) return { ok: false, reason: `it has more than ${formulaLengthMax} letters` };
  // Few sites have formulas, so the library is loaded with the first one.
  katex ??= require("katex") as typeof Katex;
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
    return { ok: true, content: boxGlyphs(content, mathFonts()) };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

/** KaTeX says `KaTeX parse error: Undefined control sequence: \foo at position 3: …`. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return "it is nested too deep";
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replace(/^KaTeX parse error: /, "")
    .replace(/ at position \d+: .*$/s, "")
    .slice(0, 120);
}
