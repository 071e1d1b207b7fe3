import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import type { Architecture, ArchitectureEnd, ArchitectureLink } from "./architecture-lines.ts";
import { labelOf, tenth, wordsOnLine } from "./drawing-parts.ts";
import { markAt } from "./relation-marks.ts";
import type { Place } from "./repaint-drawing.ts";

type Point = [number, number];

export const labelWidthMax = 130;

/** The line between two services, with its arrows and label. */
export function linkParts(link: ArchitectureLink, architecture: Architecture, places: Map<string, Place>): HtmlNode[] {
  const [start, end] = [endPoint(link.from, architecture, places), endPoint(link.to, architecture, places)];
  if (start === undefined || end === undefined) return [];
  const points = route(start, link.from.side, end, link.to.side);
  const label = link.label === "" ? undefined : labelOf(link.label, labelWidthMax);
  const [x, y] = middleOf(points);
  const path = `M${points.map((point) => point.map(tenth).join(" ")).join("L")}`;
  return [
    element("path", { d: path, fill: "none", stroke: "var(--_line)", "stroke-width": 1.5, "stroke-linejoin": "round" }),
    ...(link.to.hasArrow ? markAt("arrow", points) : []),
    ...(link.from.hasArrow ? markAt("arrow", [...points].reverse()) : []),
    ...(label === undefined ? [] : wordsOnLine(x, y, label)),
  ];
}

function endPoint(
  { id, side, isOfGroup }: ArchitectureEnd,
  { parts }: Architecture,
  places: Map<string, Place>,
): Point | undefined {
  const part = parts.get(id);
  const own = places.get(id);
  if (part === undefined || own === undefined) return undefined;
  const edge = isOfGroup ? (places.get(part.parent ?? "") ?? own) : own;
  const [x, y] = [own.x + own.width / 2, own.y + own.height / 2];
  // A service's label is below it.
  const below = part.kind === "service" && !isOfGroup ? labelOf(part.label, labelWidthMax).height + 6 : 0;
  if (part.kind === "junction" && !isOfGroup) return [x, y];
  const points: Record<typeof side, Point> = {
    L: [edge.x, y],
    R: [edge.x + edge.width, y],
    T: [x, edge.y],
    B: [x, edge.y + edge.height + below],
  };
  return points[side];
}

/** With right angles: out of one side, into the other. */
function route(start: Point, fromSide: string, end: Point, toSide: string): Point[] {
  const isFlat = (side: string) => side === "L" || side === "R";
  const isStraight = Math.abs(start[0] - end[0]) < 1 || Math.abs(start[1] - end[1]) < 1;
  if (isStraight) return [start, end];
  if (isFlat(fromSide) && isFlat(toSide)) {
    const x = (start[0] + end[0]) / 2;
    return [start, [x, start[1]], [x, end[1]], end];
  }
  if (!isFlat(fromSide) && !isFlat(toSide)) {
    const y = (start[1] + end[1]) / 2;
    return [start, [start[0], y], [end[0], y], end];
  }
  return [start, isFlat(fromSide) ? [end[0], start[1]] : [start[0], end[1]], end];
}

function middleOf(points: Point[]): Point {
  const [one, other] = [points[Math.ceil(points.length / 2) - 1], points[Math.ceil(points.length / 2)]];
  return one === undefined || other === undefined ? [0, 0] : [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
}
