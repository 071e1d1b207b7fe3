import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { wrapWords } from "../../ground/text/wrap-words.ts";
import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import { drawingOf, hueAt, labelOf, type OwnDrawing, tenth, textAt } from "./drawing-parts.ts";
import type { Place } from "./repaint-drawing.ts";

const size = { width: 580, height: 370 };
const margin = 12;
const headHeight = 24;
const gap = 3;

/** Areas proportional to their values; groups contain theirs below their names. */
export function drawTreemap(source: DiagramSource): OwnDrawing {
  const { title, roots } = readTreemap(source);
  const format = /valueFormat["']?\s*:\s*["']([^"'\n]{1,20})["']/.exec(source.settings)?.[1] ?? "";
  const write = (value: number) => valueText(value, format);

  /** A single top-level group is the whole, so its children get the hues. */
  function draw(nodes: TreemapNode[], place: Place, hue: string | undefined): HtmlNode[] {
    return squarify(nodes, place).flatMap(([node, area], index) => {
      const own = hue ?? (nodes.length === 1 && node.children.length > 0 ? undefined : hueAt(index));
      if (node.children.length === 0) return [drawLeaf(node, area, own ?? hueAt(index), write)];
      const inner = {
        x: area.x + gap,
        y: area.y + headHeight,
        width: area.width - 2 * gap,
        height: area.height - headHeight - gap,
      };
      return [...drawGroup(node, area, own, write), ...draw(node.children, inner, own)];
    });
  }

  const parts = draw(roots, { x: margin, y: margin, ...size }, undefined);
  return { title, drawing: drawingOf(size.width + 2 * margin, size.height + 2 * margin, parts) };
}

function drawGroup(
  { name, value }: TreemapNode,
  area: Place,
  hue: string | undefined,
  write: (value: number) => string,
): HtmlNode[] {
  const tint =
    hue === undefined
      ? { fill: "var(--_group-fill)", stroke: "var(--_node-stroke)" }
      : { fill: hue, "fill-opacity": 0.08, stroke: hue };
  const [number, middle] = [labelOf(write(value), 200), area.y + headHeight / 2];
  const room = area.width - 16 - number.width - 8;
  const [words = ""] = room < 20 ? [] : wrapWords(name, { fontSize: 13, width: room, linesMax: 1 });
  return [
    element("g", {}, [...(words === name ? [] : [element("title", {}, [name])]), rectAt(area, tint)]),
    ...(words === "" ? [] : [textAt(area.x + 8, middle, labelOf(words, room + 20), { weight: 600 })]),
    ...(room < 0
      ? []
      : [textAt(area.x + area.width - 8, middle, number, { anchor: "end", fill: "var(--_text-sec)", weight: 400 })]),
  ];
}

function drawLeaf({ name, value }: TreemapNode, area: Place, hue: string, write: (value: number) => string): HtmlNode {
  const label = labelOf(name, Math.max(20, area.width - 12));
  const number = labelOf(write(value), 200);
  const hasName = label.width <= area.width - 6 && label.height <= area.height - 4;
  const hasValue = hasName && number.width <= area.width - 6 && label.height + 18 <= area.height - 4;
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2 - (hasValue ? 9 : 0)];
  return element("g", {}, [
    // A box too small for its label shows it as a tooltip.
    ...(hasValue ? [] : [element("title", {}, [hasName ? write(value) : `${name}: ${write(value)}`])]),
    rectAt(area, { fill: hue, "fill-opacity": 0.2, stroke: hue }),
    ...(hasName ? [textAt(x, y, label, { anchor: "middle" })] : []),
    ...(hasValue
      ? [textAt(x, y + label.height / 2 + 9, number, { anchor: "middle", fill: "var(--_text-sec)", weight: 400 })]
      : []),
  ]);
}

function rectAt({ x, y, width, height }: Place, look: Record<string, string | number>): HtmlNode {
  const place = { x: tenth(x), y: tenth(y), width: tenth(Math.max(0, width)), height: tenth(Math.max(0, height)) };
  return element("rect", { ...place, rx: 4, "stroke-width": 1, ...look });
}

/** Fills an area row by row with the squarest possible boxes, largest first. */
function squarify(nodes: TreemapNode[], place: Place): [TreemapNode, Place][] {
  const waiting = nodes.filter(({ value }) => value > 0).sort((one, other) => other.value - one.value);
  const placed: [TreemapNode, Place][] = [];
  let { x, y, width, height } = { ...place, width: Math.max(0, place.width), height: Math.max(0, place.height) };
  let total = waiting.reduce((sum, { value }) => sum + value, 0);
  while (waiting.length > 0) {
    const short = Math.min(width, height);
    const scale = (width * height) / total || 0;
    const row = takeRow(waiting, short, scale);
    const sum = row.reduce((part, { value }) => part + value, 0);
    const depth = short === 0 ? 0 : (sum * scale) / short;
    let offset = 0;
    for (const node of row) {
      const length = (node.value / sum) * short;
      const area =
        width >= height
          ? { x, y: y + offset, width: depth, height: length }
          : { x: x + offset, y, width: length, height: depth };
      placed.push([node, { ...area, width: area.width - gap, height: area.height - gap }]);
      offset += length;
    }
    if (width >= height) [x, width] = [x + depth, width - depth];
    else [y, height] = [y + depth, height - depth];
    total -= sum;
  }
  return placed;
}

/** Takes as many items as don't worsen the row's worst aspect ratio. */
function takeRow(waiting: TreemapNode[], short: number, scale: number): TreemapNode[] {
  const row: TreemapNode[] = [];
  let [sum, worst] = [0, Number.POSITIVE_INFINITY];
  while (waiting[0] !== undefined) {
    const grown = sum + waiting[0].value;
    const [largest, smallest] = [row[0]?.value ?? waiting[0].value, waiting[0].value];
    const area = grown * scale;
    const shape = Math.max((short ** 2 * largest * scale) / area ** 2, area ** 2 / (short ** 2 * smallest * scale));
    if (row.length > 0 && !(shape <= worst)) break;
    row.push(waiting[0]);
    waiting.shift();
    [sum, worst] = [grown, shape];
  }
  return row;
}

/** Formats such as `$0,0` and `.1%`: a prefix, thousands separators, decimals, percent. */
function valueText(value: number, format: string): string {
  const digits = Number(/\.(\d)/.exec(format)?.[1] ?? 0);
  const isPercent = format.includes("%");
  const number = isPercent
    ? (value * 100).toFixed(digits)
    : /\.\d/.test(format)
      ? value.toFixed(digits)
      : String(value);
  const grouped =
    format.includes(",") || format === "" ? number.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ",") : number;
  return `${format.startsWith("$") ? "$" : ""}${grouped}${isPercent ? "%" : ""}`;
}

interface TreemapNode {
  name: string;
  /** A leaf's own value, or the sum of a group's children. */
  value: number;
  children: TreemapNode[];
}

const leafOrGroup = /^(?:"([^"]*)"|'([^']*)')\s*(?:[:,]\s*(\d{1,15}(?:\.\d{1,9})?))?\s*(?::::[\w-]+)?$/;
const depthMax = 10;

/** Each line is a child of the last one with less indentation; only leaves have values. */
function readTreemap({ lines }: DiagramSource): { title: string | undefined; roots: TreemapNode[] } {
  const path: { node: TreemapNode; indent: number }[] = [];
  const roots: TreemapNode[] = [];
  let title: string | undefined;
  for (const line of lines) {
    if (/^classDef\s/.test(line.text)) continue;
    const ownTitle = /^title\s+(.+)$/.exec(line.text)?.[1];
    if (ownTitle !== undefined) {
      title = ownTitle;
      continue;
    }
    const { node, isLeaf } = readNode(line);
    const indent = line.indent ?? 0;
    while ((path.at(-1)?.indent ?? -1) >= indent) path.pop();
    if (path.length >= depthMax) throw new DiagramProblem(`it is more than ${depthMax} deep`);
    (path.at(-1)?.node.children ?? roots).push(node);
    for (const { node: outer } of path) outer.value += node.value;
    if (!isLeaf) path.push({ node, indent });
  }
  if (roots.every(({ value }) => value === 0)) throw new DiagramProblem("its values add up to nothing");
  return { title, roots };
}

function readNode(line: DiagramLine): { node: TreemapNode; isLeaf: boolean } {
  const [whole, double, single, value] = leafOrGroup.exec(line.text) ?? [];
  if (whole === undefined) throw notUnderstood(line);
  const node = { name: double ?? single ?? "", value: Number(value ?? 0), children: [] };
  return { node, isLeaf: value !== undefined };
}
