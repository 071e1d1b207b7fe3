import type * as BeautifulMermaid from "beautiful-mermaid";
import type { HtmlElement } from "../../ground/html/html-node.ts";
import { parseSvg } from "../../ground/html/parse-markup.ts";
import { requirePackage } from "../../ground/packages.ts";
import { DiagramProblem } from "./diagram-source.ts";

const depthMax = 40;
/** The arrowhead for the start of a line already points backward. The library turns it around again, under the node. */
const startMarker = /(<marker id="arrowhead-start[^>]* orient=")auto-start-reverse/g;
let library: typeof BeautifulMermaid | undefined;

/** Draws a text with the library. The layout engine is large, so it is loaded on first use. */
export function drawText(text: string): HtmlElement {
  library ??= requirePackage("beautiful-mermaid") as typeof BeautifulMermaid;
  const svg = library.renderMermaidSVG(text, { transparent: true, padding: 12, font: "inherit" });
  const drawing = parseSvg(svg.replaceAll(/\d+\.\d{2,}/g, roundedNumber).replaceAll(startMarker, "$1auto"), depthMax);
  if (drawing === undefined) throw new DiagramProblem("it is too large");
  return drawing;
}

/** A tenth of a pixel is precise enough, and a third of the size. */
function roundedNumber(number: string): string {
  return String(Math.round(Number(number) * 10) / 10);
}
