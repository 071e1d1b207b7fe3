import { element, type HtmlElement, type HtmlNode, isElement } from "../../ground/html/html-node.ts";
import { type FontFace, faceIn, mainFace } from "./font-uses.ts";
import type { MathFonts } from "./math-fonts.ts";

/**
 * Gives letters of a formula the widths that they have in their font: the heights are in the formula already, so nothing
 * moves when the font arrives after the formula is shown. The box names the font, for the page to ask for early.
 */
export function boxGlyphs(nodes: HtmlNode[], fonts: MathFonts): HtmlNode[] {
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

/** Letters that the font does not have, such as Chinese ones, are as wide as the reader's own font makes them. */
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
