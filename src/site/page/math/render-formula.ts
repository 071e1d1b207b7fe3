import type Katex from "katex";
import { element, type HtmlElement, type HtmlNode, isElement } from "../../ground/html/html-node.ts";
import { parseMarkup } from "../../ground/html/parse-markup.ts";
import { requirePackage } from "../../ground/packages.ts";
import { type FontFace, faceIn, mainFace } from "./font-uses.ts";
import { type MathFonts, mathFonts } from "./math-fonts.ts";

type Formula = { ok: true; content: HtmlNode[] } | { ok: false; reason: string };

const formulaLengthMax = 8_000;
const depthMax = 400;
/** A macro can expand itself and a rule can be arbitrarily wide, so both are limited. */
const expansionsMax = 500;
const sizeMax = 20;

let katex: typeof Katex | undefined;

/** Renders a formula as HTML, plus MathML for screen readers. TeX can't run or load anything here. */
export function renderFormula(tex: string, isDisplayed: boolean): Formula {
  if (tex.length > formulaLengthMax) return { ok: false, reason: `it has more than ${formulaLengthMax} letters` };
  // Few sites have formulas, so the library is loaded with the first one.
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
    return { ok: true, content: boxGlyphs(content, mathFonts()) };
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

/**
 * Gives the letters of a formula the widths they have in their font. The heights are already set, so nothing moves when
 * the font loads after the formula is shown. The box names the font so that the page can preload it.
 */
function boxGlyphs(nodes: HtmlNode[], fonts: MathFonts): HtmlNode[] {
  return nodes.map((node) => {
    if (!isElement(node)) return node;
    if (node.attributes.class === "katex-html") return boxWithin(node, mainFace, fonts);
    return { ...node, children: boxGlyphs(node.children, fonts) };
  });
}

function boxWithin(node: HtmlElement, outer: FontFace, fonts: MathFonts): HtmlElement {
  const face = faceIn(outer, String(node.attributes.class ?? ""), fonts.uses);
  const [only] = node.children;
  if (node.children.length === 1 && typeof only === "string") {
    const width = fonts.widthOf(only, face);
    if (width !== undefined) return boxed(node, width, face, fonts);
  }
  return {
    ...node,
    children: node.children.flatMap((child) => {
      if (typeof child === "string") return boxRuns(child, face, fonts);
      return isElement(child) ? [boxWithin(child, face, fonts)] : [child];
    }),
  };
}

/** Letters that the font lacks, such as Chinese ones, are as wide as in the reader's own font. */
function boxRuns(text: string, face: FontFace, fonts: MathFonts): HtmlNode[] {
  const runs: { text: string; width: number | undefined }[] = [];
  for (const letter of text) {
    const width = fonts.widthOf(letter, face);
    const last = runs.at(-1);
    if (last === undefined || (last.width === undefined) !== (width === undefined)) runs.push({ text: letter, width });
    else runs.splice(-1, 1, { text: last.text + letter, width: width && (last.width ?? 0) + width });
  }
  return runs.map((run) =>
    run.width === undefined ? run.text : boxed(element("span", {}, [run.text]), run.width, face, fonts),
  );
}

function boxed(node: HtmlElement, width: number, face: FontFace, fonts: MathFonts): HtmlElement {
  const { class: classes, style } = node.attributes;
  return {
    ...node,
    attributes: {
      ...node.attributes,
      class: [classes, "glyphs", fonts.nameOf(face)].filter(Boolean).join(" "),
      style: `${style ?? ""}width:${Number(width.toFixed(4))}em`,
    },
  };
}
