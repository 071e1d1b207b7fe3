import mermaid from "mermaid";
import { mermaidTheme } from "./mermaid-theme.ts";

const textLengthMax = 50_000;
let drawn = 0;

/**
 * Mermaid's default layout engine has 1.5 MB and blocks a phone for seconds. Dagre is what Mermaid used before version
 * 12, so diagrams look as their authors know them. A diagram can still ask for "elk".
 */
const layout = "dagre";
const layouts = {
  flowchart: { layout },
  state: { layout },
  class: { layout },
  er: { layout },
  requirement: { layout },
};
const askForElk = '%%{init: {"layout": "elk"}}%%\n$&';

/**
 * Draws a Mermaid text in the colors and fonts of the page. Some kinds of diagrams take all of the given width. The
 * site's policy forbids inline styles, so a drawing has its own stylesheet, and the script sets other styles.
 */
export async function drawMermaid(text: string, width: number): Promise<{ drawing: SVGElement; sheet: CSSStyleSheet }> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    maxTextSize: textLengthMax,
    // The author's text must not change these settings, which could add CSS rules or fonts.
    secure: [
      "secure",
      "securityLevel",
      "startOnLoad",
      "maxTextSize",
      "suppressErrorRendering",
      "maxEdges",
      "themeCSS",
      "fontFamily",
      "altFontFamily",
      "dompurifyConfig",
      "htmlLabels",
    ],
    ...mermaidTheme(),
    ...layouts,
  });
  drawn += 1;
  const sheet = new CSSStyleSheet();
  const place = document.createElement("div");
  place.className = "diagram-work";
  place.style.width = `${width}px`;
  document.body.append(place);
  document.adoptedStyleSheets.push(sheet);
  place.addEventListener("mermaid-styles", (event) => sheet.replaceSync((event as CustomEvent<string>).detail));
  try {
    const source = text.replace(/^[ \t]*flowchart-elk\b/m, askForElk);
    const { svg } = await mermaid.render(`mermaid-${drawn}`, source, place);
    return { drawing: importDrawing(svg), sheet };
  } catch (error) {
    dropSheet(sheet);
    throw error;
  } finally {
    place.remove();
  }
}

export function dropSheet(sheet: CSSStyleSheet): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
}

/** Mermaid has sanitized the markup. The policy would block style attributes, so the bundle renames them. */
function importDrawing(svg: string): SVGElement {
  const drawing = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  if (drawing === null) throw new Error("Mermaid returned no drawing");
  document.adoptNode(drawing);
  for (const part of [drawing, ...drawing.querySelectorAll<SVGElement | HTMLElement>("[data-style]")]) {
    part.style.cssText = part.dataset.style ?? "";
    // With `multiply` on a dark background, the bands of a Sankey diagram would be invisible.
    if (part.style.mixBlendMode !== "") part.style.mixBlendMode = "normal";
    delete part.dataset.style;
  }
  const { width, height } = drawing.viewBox.baseVal;
  drawing.setAttribute("width", String(Math.round(width)));
  drawing.setAttribute("height", String(Math.round(height)));
  drawing.style.maxWidth = "";
  drawing.classList.add("drawing");
  return drawing;
}
