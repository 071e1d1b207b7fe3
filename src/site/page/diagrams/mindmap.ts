import { element, type HtmlElement } from "../../ground/html/html-node.ts";
import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import { boxAt, drawingOf, hueAt, type Label, labelOf, type OwnDrawing, tenth } from "./drawing-parts.ts";

/** A node with the space that it and its descendants take. */
interface Branch {
  label: Label;
  width: number;
  height: number;
  radius: number;
  room: number;
  children: Branch[];
}

interface Side {
  direction: 1 | -1;
  /** The start of each level, on one side of the root. */
  columns: number[];
}

const margin = 12;
const padding = 11;
const rowGap = 10;
const columnGap = 28;
const labelWidthMax = 150;
const rootHue = "var(--_text-sec)";

/** The root in the middle, its first branches on the right and the others on the left. */
export function drawMindmap({ lines }: DiagramSource): OwnDrawing {
  const root = measure(readMindmap(lines));
  const half = Math.ceil(root.children.length / 2);
  const [right, left] = [root.children.slice(0, half), root.children.slice(half)];
  const [rightWidths, leftWidths] = [levelWidths(right), levelWidths(left)];
  const rootX = margin + widthOf(leftWidths);
  const rightX = rootX + root.width;
  const width = rightX + widthOf(rightWidths) + margin;
  const height = Math.max(root.height, roomOf(right), roomOf(left)) + 2 * margin;
  const middle = height / 2;

  const links: HtmlElement[] = [];
  const boxes = boxAt(
    { x: rootX, y: middle - root.height / 2, width: root.width, height: root.height, radius: root.radius },
    root.label,
    { hue: rootHue, weight: 600 },
  );

  function place(branches: Branch[], from: { x: number; y: number }, side: Side, depth: number, hues: string[]): void {
    let top = from.y - roomOf(branches) / 2;
    for (const [index, branch] of branches.entries()) {
      const hue = hues[index] ?? hues[0] ?? rootHue;
      const y = top + branch.room / 2;
      const near = side.columns[depth] ?? from.x;
      const far = near + side.direction * branch.width;
      links.push(link(from, { x: near, y }, hue));
      const box = { ...branch, x: Math.min(near, far), y: y - branch.height / 2 };
      boxes.push(...boxAt(box, branch.label, depth === 0 ? { hue } : {}));
      place(branch.children, { x: far, y }, side, depth + 1, [hue]);
      top += branch.room + rowGap;
    }
  }

  const hues = root.children.map((_, index) => hueAt(index));
  const rightSide: Side = { direction: 1, columns: columnsFrom(rightX, rightWidths, 1) };
  const leftSide: Side = { direction: -1, columns: columnsFrom(rootX, leftWidths, -1) };
  place(right, { x: rightX, y: middle }, rightSide, 0, hues);
  place(left, { x: rootX, y: middle }, leftSide, 0, hues.slice(half));
  return { title: undefined, drawing: drawingOf(width, height, [...links, ...boxes]) };
}

function measure({ text, shape, children }: MindmapNode): Branch {
  const label = labelOf(text, labelWidthMax);
  const height = label.height + padding;
  const inset = shape === "circle" ? 16 : padding;
  const radius = { plain: 6, square: 1, round: 10, circle: height / 2 }[shape];
  const branches = children.map(measure);
  const room = Math.max(height, roomOf(branches));
  return { label, width: label.width + 2 * inset, height, radius: tenth(radius), room, children: branches };
}

function roomOf(branches: Branch[]): number {
  return branches.reduce((sum, { room }) => sum + room + rowGap, branches.length === 0 ? 0 : -rowGap);
}

/** The widest box of each level. */
function levelWidths(branches: Branch[]): number[] {
  if (branches.length === 0) return [];
  const own = Math.max(...branches.map(({ width }) => width));
  return [own, ...levelWidths(branches.flatMap(({ children }) => children))];
}

function widthOf(widths: number[]): number {
  return widths.reduce((sum, width) => sum + width + columnGap, 0);
}

function columnsFrom(start: number, widths: number[], direction: 1 | -1): number[] {
  return widths.map((_, depth) => start + direction * (widthOf(widths.slice(0, depth)) + columnGap));
}

function link(from: { x: number; y: number }, to: { x: number; y: number }, hue: string): HtmlElement {
  const bend = tenth((from.x + to.x) / 2);
  const [startY, endY] = [tenth(from.y), tenth(to.y)];
  const d = `M${tenth(from.x)} ${startY} C${bend} ${startY} ${bend} ${endY} ${tenth(to.x)} ${endY}`;
  return element("path", { d, fill: "none", stroke: hue, "stroke-width": 1.5 });
}

interface MindmapNode {
  text: string;
  shape: "plain" | "square" | "round" | "circle";
  children: MindmapNode[];
}

/** Shape delimiters. Clouds, bangs and hexagons are drawn as rounded boxes. */
const shapes: readonly [open: string, close: string, shape: MindmapNode["shape"]][] = [
  ["((", "))", "circle"],
  ["))", "((", "circle"],
  ["{{", "}}", "circle"],
  ["[", "]", "square"],
  ["(", ")", "round"],
  [")", "(", "round"],
];
const plainText = /^[^()[{}]+$/;
/** Font icons that no site has, and style classes. */
const ignored = /^::/;

/** Each line is a child of the last one with less indentation. */
export function readMindmap(lines: readonly DiagramLine[]): MindmapNode {
  const path: { node: MindmapNode; indent: number }[] = [];
  let root: MindmapNode | undefined;
  for (const line of lines) {
    if (ignored.test(line.text)) continue;
    const indent = line.indent ?? 0;
    const node = readNode(line);
    while ((path.at(-1)?.indent ?? -1) >= indent) path.pop();
    const parent = path.at(-1)?.node;
    if (parent !== undefined) parent.children.push(node);
    else if (root === undefined) root = node;
    else throw new DiagramProblem(`it has a second root in its line ${line.number}`);
    path.push({ node, indent });
  }
  if (root === undefined) throw new DiagramProblem("it has no root");
  return root;
}

function readNode(line: DiagramLine): MindmapNode {
  const { text } = line;
  if (plainText.test(text)) return { text, shape: "plain", children: [] };
  for (const [open, close, shape] of shapes) {
    const start = text.indexOf(open);
    const id = text.slice(0, start);
    if (start < 0 || !(id === "" || plainText.test(id)) || !text.endsWith(close)) continue;
    const label = text.slice(start + open.length, -close.length).replaceAll(/^"|"$/g, "");
    if (label !== "") return { text: label, shape, children: [] };
  }
  throw notUnderstood(line);
}
