import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import { drawingOf, hueAt, labelOf, type OwnDrawing, tenth, textAt } from "./drawing-parts.ts";

interface Slice {
  name: string;
  value: number;
}

interface Pie {
  title: string | undefined;
  showsData: boolean;
  slices: Slice[];
}

const header = /^pie(?:\s+(showData))?(?:\s+title\s+(.+))?$/i;
const slice = /^(?:"([^"]+)"|'([^']+)')\s*:\s*(\d{1,15}(?:\.\d{1,9})?)$/;
const radius = 84;
const margin = 12;
const rowHeight = 26;
const swatch = 12;
const nameWidthMax = 240;

/** A pie with a legend: the shares are next to the names, where they never overlap. */
export function drawPie(source: DiagramSource): OwnDrawing {
  const { title, showsData, slices } = readPie(source);
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  if (total <= 0) throw new DiagramProblem("its values add up to nothing");
  const rows = slices.map(({ name, value }) => ({
    name: labelOf(name, nameWidthMax),
    share: labelOf(shareText(value, total, showsData), nameWidthMax),
  }));
  const heights = rows.map(({ name }) => name.height + rowHeight - 18);
  const legendHeight = heights.reduce((sum, height) => sum + height, 0);
  const height = Math.max(2 * radius, legendHeight) + 2 * margin;
  const legendX = margin + 2 * radius + 28;
  const nameWidth = Math.max(...rows.map(({ name }) => name.width));
  const shareX = legendX + swatch + 10 + nameWidth + 16;
  const width = shareX + Math.max(...rows.map(({ share }) => share.width)) + margin;

  let top = (height - legendHeight) / 2;
  const legend = rows.flatMap(({ name, share }, index): HtmlNode[] => {
    const rowTop = top;
    top += heights[index] ?? rowHeight;
    const middle = (rowTop + top) / 2;
    const mark = {
      x: legendX,
      y: tenth(middle - swatch / 2),
      width: swatch,
      height: swatch,
      rx: 3,
      fill: hueAt(index),
    };
    return [
      element("rect", mark),
      textAt(legendX + swatch + 10, middle, name),
      textAt(shareX, middle, share, { fill: "var(--_text-sec)", weight: 400 }),
    ];
  });
  const circle = drawSlices(slices, total, margin + radius, height / 2);
  return { title, drawing: drawingOf(width, height, [...circle, ...legend]) };
}

function readPie(source: DiagramSource): Pie {
  const [whole, shown, title] = header.exec(source.header) ?? [];
  if (whole === undefined) throw notUnderstood({ text: source.header, number: 1 });
  const pie: Pie = { title, showsData: shown !== undefined, slices: [] };
  for (const line of source.lines) {
    const ownTitle = /^title\s+(.+)$/.exec(line.text)?.[1];
    const [, double, single, value] = slice.exec(line.text) ?? [];
    if (value !== undefined) pie.slices.push({ name: double ?? single ?? "", value: Number(value) });
    else if (ownTitle !== undefined) pie.title = ownTitle;
    else if (/^showData$/i.test(line.text)) pie.showsData = true;
    else throw notUnderstood(line);
  }
  return pie;
}

function shareText(value: number, total: number, showsData: boolean): string {
  const percent = (value / total) * 100;
  const share = `${percent > 0 && percent < 1 ? percent.toFixed(1) : Math.round(percent)}%`;
  return showsData ? `${value} (${share})` : share;
}

function drawSlices(slices: Slice[], total: number, x: number, y: number): HtmlNode[] {
  let sum = 0;
  return slices.flatMap(({ value }, index) => {
    const start = sum / total;
    sum += value;
    if (value === 0) return [];
    const look = { fill: hueAt(index), stroke: "var(--bg)", "stroke-width": 2, "stroke-linejoin": "round" };
    // An arc that ends where it starts is empty, so a full share is a circle.
    if (value === total) return [element("circle", { cx: tenth(x), cy: tenth(y), r: radius, ...look })];
    const isLarge = value / total > 0.5 ? 1 : 0;
    const from = pointAt(start, x, y);
    const to = pointAt(sum / total, x, y);
    const outline = `M${tenth(x)} ${tenth(y)} L${from} A${radius} ${radius} 0 ${isLarge} 1 ${to} Z`;
    return [element("path", { d: outline, ...look })];
  });
}

/** A point on the circle, from 0 at the top clockwise to 1. */
function pointAt(turn: number, x: number, y: number): string {
  const angle = turn * 2 * Math.PI;
  return `${tenth(x + radius * Math.sin(angle))} ${tenth(y - radius * Math.cos(angle))}`;
}
