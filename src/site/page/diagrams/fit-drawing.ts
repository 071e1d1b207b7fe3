import { type HtmlElement, type HtmlNode, isElement, textOf } from "../../ground/html/html-node.ts";
import { textWidth } from "../../ground/text/wrap-words.ts";
import { tenth } from "./drawing-parts.ts";

interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const margin = 12;

/** Fits the view box to the content: the library clips some drawings and leaves empty space below others. */
export function fitDrawing(drawing: HtmlElement): HtmlElement {
  const bounds: Bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const visit = (node: HtmlNode) => {
    // Arrowheads are defined in their own coordinates.
    if (!isElement(node) || node.tag === "defs" || node.tag === "style") return;
    for (const [x, y] of cornersOf(node)) {
      bounds.left = Math.min(bounds.left, x);
      bounds.right = Math.max(bounds.right, x);
      bounds.top = Math.min(bounds.top, y);
      bounds.bottom = Math.max(bounds.bottom, y);
    }
    if (node.tag !== "text") node.children.forEach(visit);
  };
  drawing.children.forEach(visit);
  if (!Number.isFinite(bounds.right - bounds.left)) return drawing;
  const [x, y] = [tenth(bounds.left - margin), tenth(bounds.top - margin)];
  const width = tenth(bounds.right - bounds.left + 2 * margin);
  const height = tenth(bounds.bottom - bounds.top + 2 * margin);
  return { ...drawing, attributes: { ...drawing.attributes, viewBox: `${x} ${y} ${width} ${height}`, width, height } };
}

function cornersOf({ tag, attributes, children }: HtmlElement): [number, number][] {
  const number = (key: string) => Number(attributes[key] ?? 0);
  const [x, y] = [number("x"), number("y")];
  if (tag === "rect")
    return [
      [x, y],
      [x + number("width"), y + number("height")],
    ];
  if (tag === "circle" || tag === "ellipse") {
    const [reachX, reachY] = tag === "circle" ? [number("r"), number("r")] : [number("rx"), number("ry")];
    const [middleX, middleY] = [number("cx"), number("cy")];
    return [
      [middleX - reachX, middleY - reachY],
      [middleX + reachX, middleY + reachY],
    ];
  }
  if (tag === "line")
    return [
      [number("x1"), number("y1")],
      [number("x2"), number("y2")],
    ];
  if (tag === "polyline" || tag === "polygon") return pairsOf(String(attributes.points));
  if (tag === "path") return pairsOf(String(attributes.d).replaceAll(/[HVAa][^A-Za-z]*/g, " "));
  if (tag !== "text") return [];
  const size = Number(attributes["font-size"] ?? 13);
  const lines = linesOf(children);
  const width = Math.max(...lines.map((line) => textWidth(line, size)));
  const share = { middle: 0.5, end: 1 }[String(attributes["text-anchor"])] ?? 0;
  return [
    [x - share * width, y - 8],
    [x + (1 - share) * width, y + 8],
  ];
}

/** A part of a text with its own position is a line. */
function linesOf(children: HtmlNode[]): string[] {
  const lines = children.filter(isElement).filter(({ attributes }) => attributes.x !== undefined);
  return lines.length === 0 ? [textOf(children)] : lines.map((line) => textOf([line]));
}

function pairsOf(text: string): [number, number][] {
  const numbers = (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => [
    numbers[2 * index] ?? 0,
    numbers[2 * index + 1] ?? 0,
  ]);
}
