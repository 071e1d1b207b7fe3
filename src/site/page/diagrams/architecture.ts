import { element, type HtmlElement, type HtmlNode } from "../../ground/html/html-node.ts";
import { findIcon } from "../icons/find-icon.ts";
import { placeInCells } from "./architecture-grid.ts";
import { type Architecture, type ArchitecturePart, readArchitecture } from "./architecture-lines.ts";
import { labelWidthMax, linkParts } from "./architecture-links.ts";
import type { DiagramSource } from "./diagram-source.ts";
import { drawingOf, labelOf, type OwnDrawing, tenth, textAt } from "./drawing-parts.ts";
import type { Place } from "./repaint-drawing.ts";

interface Size {
  width: number;
  height: number;
}

/** The positions of the parts inside a group. */
interface Area extends Size {
  places: Map<string, { x: number; y: number }>;
}

const margin = 12;
const boxSize = 56;
const iconSize = 32;
const gap = { x: 64, y: 52 };
const groupPadding = 18;
const headHeight = 26;

/** Services with icons in groups, and lines that leave and enter on the sides the author names. */
export function drawArchitecture(source: DiagramSource): OwnDrawing {
  const architecture = readArchitecture(source);
  const areas = new Map<string | undefined, Area>();
  const whole = measure(undefined, architecture, areas);
  const places = new Map<string, Place>();
  spread(undefined, margin, margin, architecture, areas, places);
  const all = [...architecture.parts.values()];
  const parts = [
    ...all.filter(({ kind }) => kind === "group").flatMap((group) => drawGroup(group, places)),
    ...architecture.links.flatMap((link) => linkParts(link, architecture, places)),
    ...all.filter(({ kind }) => kind !== "group").flatMap((part) => drawPart(part, places)),
  ];
  const drawing = drawingOf(whole.width + 2 * margin, whole.height + 2 * margin, parts);
  return { title: architecture.title, drawing };
}

/** The size of a group, from the inside out. The nesting depth was limited by the parser. */
function measure(group: string | undefined, architecture: Architecture, areas: Map<string | undefined, Area>): Area {
  const items = [...architecture.parts.values()].filter(({ parent }) => parent === group);
  const sizes = new Map(items.map((item) => [item.id, sizeOf(item, architecture, areas)]));
  const cells = placeInCells([...sizes.keys()], architecture);
  const wide = Math.max(gap.x, ...architecture.links.map(({ label }) => labelOf(label, labelWidthMax).width + 24));
  const columns = track(cells, "column", (id) => sizes.get(id)?.width ?? 0, wide);
  const rows = track(cells, "row", (id) => sizes.get(id)?.height ?? 0, gap.y);
  const inset = group === undefined ? 0 : groupPadding;
  // Leaves room above a service for its group's name, so that the group and its services share a center.
  const top = Math.min(...[...cells.values()].map(({ row }) => row));
  const isRoomy = items.every(({ id, kind }) => kind === "service" || cells.get(id)?.row !== top);
  const head = group === undefined || isRoomy ? 0 : headHeight;
  const places = new Map<string, { x: number; y: number }>();
  for (const [id, { column, row }] of cells) {
    const [x, y] = [columns.starts.get(column) ?? 0, rows.starts.get(row) ?? 0];
    const [width, height] = [columns.sizes.get(column) ?? 0, rows.sizes.get(row) ?? 0];
    const size = sizes.get(id) ?? { width: 0, height: 0 };
    places.set(id, { x: inset + x + (width - size.width) / 2, y: inset + head + y + (height - size.height) / 2 });
  }
  const area = { width: columns.length + 2 * inset, height: rows.length + 2 * inset + head, places };
  areas.set(group, area);
  return area;
}

function sizeOf(part: ArchitecturePart, architecture: Architecture, areas: Map<string | undefined, Area>): Size {
  if (part.kind === "group") {
    const { width, height } = measure(part.id, architecture, areas);
    return { width: Math.max(width, labelOf(part.label, labelWidthMax).width + 60, 80), height: Math.max(height, 60) };
  }
  if (part.kind === "junction") return { width: 10, height: 10 };
  const label = labelOf(part.label, labelWidthMax);
  // Reserves the label's height above as well, so that the icons of a row are aligned.
  return { width: Math.max(boxSize, label.width), height: boxSize + 2 * (label.height + 4) };
}

/** The size and start of each column or row of a grid. */
function track(
  cells: ReadonlyMap<string, { column: number; row: number }>,
  axis: "column" | "row",
  sizeOfItem: (id: string) => number,
  space: number,
): { sizes: Map<number, number>; starts: Map<number, number>; length: number } {
  const sizes = new Map<number, number>();
  for (const [id, cell] of cells) sizes.set(cell[axis], Math.max(sizes.get(cell[axis]) ?? 0, sizeOfItem(id)));
  const starts = new Map<number, number>();
  let length = 0;
  for (const index of [...sizes.keys()].sort((one, other) => one - other)) {
    starts.set(index, length);
    length += (sizes.get(index) ?? 0) + space;
  }
  return { sizes, starts, length: Math.max(0, length - space) };
}

function spread(
  group: string | undefined,
  x: number,
  y: number,
  architecture: Architecture,
  areas: Map<string | undefined, Area>,
  places: Map<string, Place>,
): void {
  for (const [id, offset] of areas.get(group)?.places ?? []) {
    const part = architecture.parts.get(id);
    if (part === undefined) continue;
    const [left, top] = [x + offset.x, y + offset.y];
    const size = part.kind === "group" ? undefined : sizeOf(part, architecture, areas);
    if (size === undefined) {
      const { width = 80, height = 60 } = areas.get(id) ?? {};
      const wide = Math.max(width, labelOf(part.label, labelWidthMax).width + 60, 80);
      places.set(id, { x: left, y: top, width: wide, height: Math.max(height, 60) });
      spread(id, left + (wide - width) / 2, top, architecture, areas, places);
    } else if (part.kind === "junction") places.set(id, { x: left, y: top, ...size });
    else {
      const box = { x: left + (size.width - boxSize) / 2, y: top + (size.height - boxSize) / 2 };
      places.set(id, { ...box, width: boxSize, height: boxSize });
    }
  }
}

function drawGroup({ id, icon, label }: ArchitecturePart, places: Map<string, Place>): HtmlNode[] {
  const place = places.get(id);
  if (place === undefined) return [];
  const { x, y, width, height } = place;
  const look = { fill: "var(--_group-fill)", stroke: "var(--_line)", "stroke-width": 1, "stroke-dasharray": "6 4" };
  const mark = icon === "" ? undefined : iconAt(icon, x + 10, y + 8, 18);
  const textX = x + (mark === undefined ? 12 : 34);
  return [
    element("rect", { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height), rx: 8, ...look }),
    ...(mark === undefined ? [] : [mark]),
    ...(label === "" ? [] : [textAt(textX, y + 17, labelOf(label, labelWidthMax + 200), { weight: 600 })]),
  ];
}

function drawPart({ id, kind, icon, label }: ArchitecturePart, places: Map<string, Place>): HtmlNode[] {
  const place = places.get(id);
  if (place === undefined) return [];
  const { x, y, width, height } = place;
  if (kind === "junction")
    return [element("circle", { cx: tenth(x + width / 2), cy: tenth(y + height / 2), r: 4, fill: "var(--_line)" })];
  const inset = (boxSize - iconSize) / 2;
  const mark = iconAt(icon, x + inset, y + inset, iconSize);
  const words = labelOf(label, labelWidthMax);
  const look = { fill: "var(--_node-fill)", stroke: "var(--_node-stroke)", "stroke-width": 1 };
  return [
    element("rect", { x: tenth(x), y: tenth(y), width, height, rx: 8, ...look }),
    ...(mark === undefined ? [] : [mark]),
    textAt(x + width / 2, y + height + 4 + words.height / 2, words, { anchor: "middle" }),
  ];
}

/** Mermaid's built-in icon names, mapped to our icons. */
const known: Record<string, string> = {
  cloud: "cloud",
  database: "database",
  disk: "hard-drive",
  internet: "globe",
  server: "server",
};
const unknownIcon = "box";
const color = "var(--_text-sec)";

/** A square icon of the given size. `logos:aws-s3` is looked up without its library prefix. */
function iconAt(name: string, x: number, y: number, size: number): HtmlElement | undefined {
  const plain = name.replace(/^[\w-]+:/, "");
  const wanted = Object.hasOwn(known, plain) ? (known[plain] ?? plain) : plain;
  const library = /^fa\w*:/.test(name) ? "fontawesome" : "lucide";
  const icon = findIcon(library, wanted) ?? findIcon("lucide", unknownIcon);
  if (icon === undefined) return undefined;
  const [left = 0, top = 0, width = 24] = String(icon.attributes.viewBox).split(" ").map(Number);
  const scale = size / width;
  const isLine = String(icon.attributes.class).includes("icon-line");
  const look = isLine
    ? { fill: "none", stroke: color, "stroke-width": 1.75, "stroke-linecap": "round", "stroke-linejoin": "round" }
    : { fill: color };
  const place = `translate(${tenth(x - left * scale)} ${tenth(y - top * scale)}) scale(${Math.round(scale * 1000) / 1000})`;
  return element("g", { transform: place, ...look }, icon.children);
}
