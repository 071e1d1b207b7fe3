import { element, type HtmlElement, type HtmlNode } from "../../ground/html/html-node.ts";
import { textWidth, wrapWords } from "../../ground/text/wrap-words.ts";
import { DiagramProblem } from "./diagram-source.ts";
import { hideSigns } from "./label-signs.ts";

/** The result of a diagram kind that is laid out here: the drawing, and the title found among its lines. */
export interface OwnDrawing {
  drawing: HtmlElement;
  title: string | undefined;
}

/** A label split into lines, with its size. */
export interface Label {
  lines: string[];
  width: number;
  height: number;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  radius?: number;
}

interface TextLook {
  anchor?: "start" | "middle";
  fill?: string;
  weight?: number;
}

const fontSize = 13;
const lineHeight = 18;
const labelLengthMax = 600;
const hueCount = 8;
/** Characters of these scripts are as wide as they are high. */
const wideSigns = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu;
const wideExtra = 0.41;

export function drawingOf(width: number, height: number, children: HtmlNode[]): HtmlElement {
  const [right, bottom] = [tenth(width), tenth(height)];
  return element("svg", { viewBox: `0 0 ${right} ${bottom}`, width: right, height: bottom }, children);
}

/** Wraps to this width. Only a single longer word exceeds it, since labels are never cut. */
export function labelOf(text: string, widthMax: number): Label {
  if (text.length > labelLengthMax) throw new DiagramProblem(`it has a label of more than ${labelLengthMax} letters`);
  const lines = hideSigns(text)
    .split("\\n")
    .flatMap((line) => {
      const longest = Math.max(...line.split(/\s+/).map((word) => textWidth(word, fontSize)));
      const width = Math.max(widthMax, longest + 1);
      return wrapWords(line, { fontSize, width, linesMax: labelLengthMax });
    });
  const width = Math.max(0, ...lines.map(lineWidth));
  return { lines, width, height: Math.max(1, lines.length) * lineHeight };
}

/** The text of a label, vertically centered at `y`. */
export function textAt(x: number, y: number, { lines, height }: Label, look: TextLook = {}): HtmlElement {
  const first = y - height / 2 + lineHeight / 2 + fontSize * 0.35;
  const attributes = {
    x: tenth(x),
    y: tenth(first),
    "text-anchor": look.anchor ?? "start",
    "font-size": fontSize,
    "font-weight": look.weight ?? 500,
    fill: look.fill ?? "var(--_text)",
  };
  if (lines.length < 2) return element("text", attributes, lines);
  const spans = lines.map((line, index) => element("tspan", { x: tenth(x), dy: index === 0 ? 0 : lineHeight }, [line]));
  return element("text", attributes, spans);
}

/** A labeled box in the style of a node. A hue tints it; its text keeps the text color. */
export function boxAt(place: Box, label: Label, { hue, ...look }: TextLook & { hue?: string } = {}): HtmlElement[] {
  const { x, y, width, height } = place;
  const colors =
    hue === undefined
      ? { fill: "var(--_node-fill)", stroke: "var(--_node-stroke)" }
      : { fill: hue, "fill-opacity": 0.14, stroke: hue };
  const outline = { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height), rx: place.radius ?? 6 };
  return [
    element("rect", { ...outline, ...colors, "stroke-width": 1 }),
    textAt(x + width / 2, y + height / 2, label, { ...look, anchor: "middle" }),
  ];
}

/** Colors cycle; the stylesheet defines them for each mode. */
export function hueAt(index: number): string {
  return `var(--_hue-${(index % hueCount) + 1})`;
}

/** A tenth of a pixel is precise enough. */
export function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

function lineWidth(line: string): number {
  return textWidth(line, fontSize) + (line.match(wideSigns)?.length ?? 0) * wideExtra * fontSize;
}
