import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { type Block, type BlockLink, readBlocks } from "./block-lines.ts";
import { arrowAt, shapeAt } from "./block-shapes.ts";
import type { DiagramSource } from "./diagram-source.ts";
import { drawingOf, type Label, labelOf, type OwnDrawing, tenth, textAt, wordsOnLine } from "./drawing-parts.ts";
import { markAt } from "./relation-marks.ts";
import type { Place } from "./repaint-drawing.ts";

/** A block with its size and, for a group, the grid of its children. */
interface Measured {
  block: Block;
  label: Label | undefined;
  width: number;
  height: number;
  cells: { child: Measured; column: number; row: number }[];
  columns: number;
  rows: number[];
  head: number;
  /** The padding around its children. */
  inner: number;
}

const margin = 12;
const gap = 10;
const groupPadding = 10;
const labelWidthMax = 220;

/** Blocks in the author's columns, and links between them. */
export function drawBlocks(source: DiagramSource): OwnDrawing {
  const { root, links } = readBlocks(source);
  const whole = measure(root, true);
  const places = new Map<Block, Place>();
  const place = { x: margin, y: margin, width: whole.width, height: whole.height };
  const parts = drawChildren(whole, place, places);
  const lines = links.flatMap((link) => drawLink(link, places));
  const drawing = drawingOf(whole.width + 2 * margin, whole.height + 2 * margin, [...parts, ...lines]);
  return { title: undefined, drawing };
}

function measure(block: Block, isRoot = false): Measured {
  const label =
    block.label === undefined || block.label.trim() === "" ? undefined : labelOf(block.label, labelWidthMax);
  if (!block.isGroup)
    return { block, label, ...sizeOf(block, label), cells: [], columns: 1, rows: [], head: 0, inner: 0 };
  const children = block.children.map((child) => measure(child));
  const columns =
    block.columns ??
    Math.max(
      1,
      children.reduce((sum, child) => sum + child.block.span, 0),
    );
  let [column, row] = [0, 0];
  const cells = children.map((child) => {
    const span = Math.min(child.block.span, columns);
    if (column + span > columns) [column, row] = [0, row + 1];
    const cell = { child, column, row };
    column += span;
    return cell;
  });
  const rows = Array.from({ length: row + 1 }, (_, index) =>
    Math.max(0, ...cells.filter((cell) => cell.row === index).map(({ child }) => child.height)),
  );
  const cellWidth = Math.max(
    24,
    ...children.map(({ block: { span }, width }) => {
      const columnsTaken = Math.min(span, columns);
      return (width - (columnsTaken - 1) * gap) / columnsTaken;
    }),
  );
  const head = label === undefined ? 0 : label.height + 4;
  const inner = isRoot ? 0 : groupPadding;
  const width = Math.max(columns * cellWidth + (columns - 1) * gap, label?.width ?? 0) + 2 * inner;
  const height = rows.reduce((sum, part) => sum + part + gap, -gap) + head + 2 * inner;
  return { block, label, width, height, cells, columns, rows, head, inner };
}

function sizeOf({ shape, label: words, span }: Block, label: Label | undefined): { width: number; height: number } {
  if (words === undefined) return { width: 24 * span, height: 24 };
  const [width, height] = [(label?.width ?? 12) + 28, (label?.height ?? 18) + 18];
  if (shape === "((" || shape === "(((") {
    const across = Math.max(width - 6, height) + (shape === "(((" ? 8 : 0);
    return { width: across, height: across };
  }
  if (shape === "{") return { width: width * 1.5, height: height * 1.6 };
  if (shape === "<") return { width: width + 36, height: height + 18 };
  if (shape === "[(") return { width, height: height + 12 };
  return { width: shape === "[" || shape === "(" ? width : width + 18, height };
}

function drawChildren(measured: Measured, place: Place, places: Map<Block, Place>): HtmlNode[] {
  const { inner } = measured;
  const columnWidth = (place.width - 2 * inner - (measured.columns - 1) * gap) / measured.columns;
  const free = place.height - measured.height;
  const spare = free > 0 ? free / measured.rows.length : 0;
  const tops = measured.rows.map((_, index) =>
    measured.rows.slice(0, index).reduce((sum, height) => sum + height + gap + spare, place.y + inner + measured.head),
  );
  return measured.cells.flatMap(({ child, column, row }) => {
    const span = Math.min(child.block.span, measured.columns);
    const area = {
      x: place.x + inner + column * (columnWidth + gap),
      y: tops[row] ?? place.y,
      width: span * columnWidth + (span - 1) * gap,
      height: (measured.rows[row] ?? 0) + spare,
    };
    places.set(child.block, area);
    return child.block.isGroup ? drawGroup(child, area, places) : drawBlock(child, area);
  });
}

function drawGroup(group: Measured, place: Place, places: Map<Block, Place>): HtmlNode[] {
  const look = { ...tint(group.block, "var(--_group-fill)"), stroke: "var(--_node-stroke)", "stroke-width": 1 };
  return [
    ...shapeAt("[", place, look),
    ...(group.label === undefined
      ? []
      : [
          textAt(place.x + place.width / 2, place.y + groupPadding + group.label.height / 2, group.label, {
            anchor: "middle",
            weight: 600,
          }),
        ]),
    ...drawChildren(group, place, places),
  ];
}

function drawBlock({ block, label }: Measured, place: Place): HtmlNode[] {
  if (block.label === undefined) return [];
  const isArrow = block.shape === "<";
  const look = {
    ...tint(block, isArrow ? "var(--_node-stroke)" : "var(--_node-fill)"),
    stroke: "var(--_line)",
    "stroke-width": isArrow ? 0 : 1,
  };
  const outline = isArrow ? arrowAt(block.directions, place, look) : shapeAt(block.shape, place, look);
  const middle = place.y + place.height / 2 + (block.shape === "[(" ? 5 : 0);
  const text = label === undefined ? [] : [textAt(place.x + place.width / 2, middle, label, { anchor: "middle" })];
  return [element("g", { class: "node" }, [...outline, ...text])];
}

function tint({ color }: Block, usual: string): Record<string, string> {
  return { fill: color ?? usual };
}

/** A straight line from edge to edge, with its label in the middle. */
function drawLink({ from, to, arrow, label }: BlockLink, places: Map<Block, Place>): HtmlNode[] {
  const [one, other] = [places.get(from), places.get(to)];
  if (one === undefined || other === undefined || arrow === "") return [];
  const [start, end] = [edgePoint(one, other), edgePoint(other, one)];
  const dashes = arrow.includes(".") ? { "stroke-dasharray": "4 4" } : {};
  const look = { stroke: "var(--_line)", "stroke-width": arrow.includes("=") ? 2.5 : 1.2, ...dashes };
  const ends = { x1: tenth(start[0]), y1: tenth(start[1]), x2: tenth(end[0]), y2: tenth(end[1]) };
  const words = label === undefined ? undefined : labelOf(label, labelWidthMax);
  const [x, y] = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
  return [
    element("line", { ...ends, ...look }),
    ...(arrow.includes(">") ? markAt("arrow", [start, end]) : []),
    ...(arrow.includes("<") ? markAt("arrow", [end, start]) : []),
    ...(words === undefined ? [] : wordsOnLine(x, y, words)),
  ];
}

/** The point where the line to another block leaves this one. */
function edgePoint(place: Place, other: Place): [number, number] {
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  const [dx, dy] = [other.x + other.width / 2 - x, other.y + other.height / 2 - y];
  const reach = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : place.width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : place.height / 2 / Math.abs(dy),
  );
  return Number.isFinite(reach) ? [x + dx * reach, y + dy * reach] : [x, y];
}
