import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import type { DiagramSource } from "./diagram-source.ts";
import { drawingOf, hueAt, labelOf, type OwnDrawing, tenth, textAt } from "./drawing-parts.ts";
import { type Radar, type RadarCurve, readRadar } from "./radar-lines.ts";

const radius = 130;
const margin = 12;
const axisWidthMax = 110;
const legendWidthMax = 180;
const rowHeight = 24;
const legendGap = 18;
const swatch = 12;

/** Axes around a center, and a closed line for each curve. */
export function drawRadar(source: DiagramSource): OwnDrawing {
  const radar = readRadar(source);
  const { axes, curves, title } = radar;
  const labels = axes.map((name) => labelOf(name, axisWidthMax));
  const room = Math.max(...labels.map(({ width }) => width)) + 16;
  const headroom = Math.max(...labels.map(({ height }) => height)) + 10;
  const [x, y] = [margin + room + radius, margin + headroom + radius];
  const at = (index: number, reach: number): [number, number] => {
    const angle = (index / axes.length) * 2 * Math.PI;
    return [x + Math.sin(angle) * reach, y - Math.cos(angle) * reach];
  };
  const names = labels.map((label, index) => {
    const [textX, middle] = at(index, radius + 10);
    const side = Math.round(Math.sin((index / axes.length) * 2 * Math.PI) * 100);
    const anchor = side === 0 ? "middle" : side > 0 ? "start" : "end";
    const shift = (middle - y) / radius;
    return textAt(textX, middle + (shift * label.height) / 3, label, { anchor });
  });
  const width = 2 * (margin + room + radius);
  const legend = radar.showsLegend
    ? drawLegend(curves, width, 2 * (headroom + radius) + margin)
    : { parts: [], height: 0 };
  const parts = [
    ...grid(radar, x, y, at),
    ...names,
    ...curves.map((curve, index) => drawCurve(radar, curve, index, at)),
    ...legend.parts,
  ];
  return { title, drawing: drawingOf(width, 2 * (margin + headroom + radius) + legend.height, parts) };
}

type PointAt = (index: number, reach: number) => [number, number];

function grid({ axes, ticks, isPolygon }: Radar, x: number, y: number, at: PointAt): HtmlNode[] {
  const look = { fill: "none", stroke: "var(--_node-stroke)", "stroke-width": 1 };
  const rings = Array.from({ length: ticks }, (_, index) => {
    const reach = (radius * (index + 1)) / ticks;
    if (!isPolygon) return element("circle", { cx: tenth(x), cy: tenth(y), r: tenth(reach), ...look });
    return element("path", { d: closedPath(axes.map((_, axis) => at(axis, reach))), ...look });
  });
  const spokes = axes.map((_, index) => {
    const [endX, endY] = at(index, radius);
    return element("line", { x1: tenth(x), y1: tenth(y), x2: tenth(endX), y2: tenth(endY), ...look });
  });
  return [...rings, ...spokes];
}

function drawCurve({ axes, min, max }: Radar, { name, values }: RadarCurve, index: number, at: PointAt): HtmlNode {
  const points = values.map((value, axis) => {
    const share = Math.min(1, Math.max(0, (value - min) / (max - min)));
    return at(axis, share * radius);
  });
  const hue = hueAt(index);
  const look = { fill: hue, "fill-opacity": 0.12, stroke: hue, "stroke-width": 2, "stroke-linejoin": "round" };
  const summary = axes.map((axis, place) => `${axis} ${values[place] ?? 0}`).join(", ");
  return element("g", {}, [
    element("title", {}, [`${name}: ${summary}`]),
    element("path", { d: closedPath(points), ...look }),
    ...points.map(([x, y]) => element("circle", { cx: tenth(x), cy: tenth(y), r: 3, fill: hue })),
  ]);
}

/** The names of the curves below the chart, as many side by side as fit. */
function drawLegend(curves: RadarCurve[], width: number, top: number): { parts: HtmlNode[]; height: number } {
  const entries = curves.map(({ name }) => labelOf(name, legendWidthMax));
  const rows: number[][] = [];
  let free = 0;
  for (const [index, label] of entries.entries()) {
    const needed = swatch + 8 + label.width + legendGap;
    if (needed > free) {
      rows.push([]);
      free = width - 2 * margin;
    }
    rows.at(-1)?.push(index);
    free -= needed;
  }
  const parts = rows.flatMap((row, line) => {
    const used = row.reduce((sum, index) => sum + swatch + 8 + (entries[index]?.width ?? 0) + legendGap, -legendGap);
    const y = top + line * rowHeight + rowHeight / 2 + 6;
    let x = (width - used) / 2;
    return row.flatMap((index) => {
      const label = entries[index] ?? labelOf("", legendWidthMax);
      const mark = { x: tenth(x), y: y - swatch / 2, width: swatch, height: swatch, rx: 3, fill: hueAt(index) };
      const drawn = [element("rect", mark), textAt(x + swatch + 8, y, label)];
      x += swatch + 8 + label.width + legendGap;
      return drawn;
    });
  });
  return { parts, height: rows.length * rowHeight + 6 };
}

function closedPath(points: [number, number][]): string {
  return `M${points.map(([x, y]) => `${tenth(x)} ${tenth(y)}`).join("L")}Z`;
}
