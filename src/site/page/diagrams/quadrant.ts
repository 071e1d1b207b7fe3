import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { DiagramProblem, type DiagramSource } from "./diagram-source.ts";
import { drawingOf, hueAt, type Label, labelOf, type OwnDrawing, softText, tenth, textAt } from "./drawing-parts.ts";
import { readQuadrants } from "./quadrant-lines.ts";

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Spot {
  x: number;
  y: number;
  radius: number;
}

const side = 380;
const half = side / 2;
const margin = 12;
const axisRoom = 26;
const pointRadius = 5;
const labelGap = 5;
const nameWidthMax = half - 24;
const pointWidthMax = 130;

/** Four named quadrants, and points whose labels overlap neither each other nor a point. */
export function drawQuadrants({ lines }: DiagramSource): OwnDrawing {
  const { title, fields, points, xAxis, yAxis } = readQuadrants(lines);
  if (points.length === 0 && fields.size === 0) throw new DiagramProblem("it has neither fields nor points");
  const left = margin + (yAxis === undefined ? 0 : axisRoom);
  const top = margin;
  const frame: Area = { left, top, right: left + side, bottom: top + side };
  const taken: Area[] = [];
  const parts: HtmlNode[] = [];
  for (const [number, isRight, isLower] of corners) {
    const [x, y] = [left + isRight * half, top + isLower * half];
    const look = { fill: hueAt(number - 1), "fill-opacity": 0.08, stroke: "var(--_node-stroke)", "stroke-width": 1 };
    parts.push(element("rect", { x: tenth(x), y: tenth(y), width: half, height: half, ...look }));
    const name = fields.get(number);
    if (name === undefined) continue;
    const label = labelOf(name, nameWidthMax);
    const middle = y + 10 + label.height / 2;
    taken.push(areaOf(label, x + half / 2 - label.width / 2, middle));
    parts.push(textAt(x + half / 2, middle, label, { anchor: "middle", fill: "var(--_text-sec)", weight: 600 }));
  }
  const spots = points.map(({ x, y, radius = pointRadius }): Spot => {
    return { x: left + x * side, y: frame.bottom - y * side, radius };
  });
  taken.push(
    ...spots.map(({ x, y, radius }) => ({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius })),
  );
  for (const [index, spot] of spots.entries()) {
    const point = points[index];
    if (point === undefined) continue;
    const look = { fill: point.color ?? hueAt(0), stroke: "var(--bg)", "stroke-width": 1.5 };
    const label = labelOf(point.name, pointWidthMax);
    const [x, y] = placeLabel(label, spot, frame, taken);
    taken.push(areaOf(label, x, y));
    parts.push(
      textAt(x, y, label),
      element("g", {}, [
        element("title", {}, [`${point.x}, ${point.y}`]),
        element("circle", { cx: tenth(spot.x), cy: tenth(spot.y), r: spot.radius, ...look }),
      ]),
    );
  }
  const below = frame.bottom + axisRoom - 8;
  parts.push(...axisTexts(xAxis, left, below));
  const sideways = axisTexts(yAxis, 0, 0);
  if (sideways.length > 0) {
    const turn = `translate(${tenth(margin + 8)} ${tenth(frame.bottom)}) rotate(-90)`;
    parts.push(element("g", { transform: turn }, sideways));
  }
  const height = frame.bottom + (xAxis === undefined ? 0 : axisRoom) + margin;
  return { title, drawing: drawingOf(frame.right + margin, height, parts) };
}

/** The first quadrant is at the top right; the rest follow counterclockwise. */
const corners = [
  [1, 1, 0],
  [2, 0, 0],
  [3, 0, 1],
  [4, 1, 1],
] as const;

/** From low to high; a single label is centered. */
function axisTexts(words: string[] | undefined, x: number, y: number): HtmlNode[] {
  if (words === undefined) return [];
  const centers = words.length === 1 ? [half] : [half / 2, half + half / 2];
  return words.map((text, index) => {
    return textAt(x + (centers[index] ?? half), y, labelOf(text, nameWidthMax), { ...softText, anchor: "middle" });
  });
}

/** Right of the point if there is room, otherwise left, below or above. */
function placeLabel(label: Label, { x, y, radius }: Spot, frame: Area, taken: Area[]): [number, number] {
  const reach = radius + labelGap;
  const beside = label.height / 2 + radius + 1;
  const places: [number, number][] = [
    [x + reach, y],
    [x - reach - label.width, y],
    [x - label.width / 2, y + beside],
    [x - label.width / 2, y - beside],
  ];
  const inside = places.filter(([left, middle]) => isWithin(areaOf(label, left, middle), frame));
  const free = inside.find(([left, middle]) => {
    const area = areaOf(label, left, middle);
    return !taken.some((other) => overlap(area, other));
  });
  return free ?? inside[0] ?? [Math.max(frame.left, frame.right - label.width - 4), y];
}

function areaOf({ width, height }: Label, left: number, middle: number): Area {
  // Letters are shorter than their line.
  const reach = height / 2 - 3;
  return { left, right: left + width, top: middle - reach, bottom: middle + reach };
}

function isWithin(area: Area, frame: Area): boolean {
  return area.left >= frame.left && area.right <= frame.right && area.top >= frame.top && area.bottom <= frame.bottom;
}

function overlap(one: Area, other: Area): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
