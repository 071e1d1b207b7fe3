import { element, type HtmlElement, type HtmlNode } from "../../ground/html/html-node.ts";
import type { DiagramSource } from "./diagram-source.ts";
import { drawingOf, hueAt, type Label, labelOf, type OwnDrawing, softText, tenth, textAt } from "./drawing-parts.ts";
import { type ChartSeries, readXyChart, type XyChart } from "./xychart-lines.ts";

/** Positions along the two axes, which are swapped in a horizontal chart. */
interface Plot {
  chart: XyChart;
  band: number;
  along(index: number): number;
  across(value: number): number;
  point(along: number, across: number): [number, number];
}

const margin = 12;
const plotLength = 480;
const plotDepth = 260;
const bandMin = 34;
const rowHeight = 34;
const labelWidthMax = 90;
const titleRoom = 24;
const barShare = 0.64;

/** Bars and lines over named columns, or next to named rows. */
export function drawXyChart(source: DiagramSource): OwnDrawing {
  const chart = readXyChart(source);
  const scale = valueScale(
    chart.series.flatMap(({ values }) => values),
    chart.valueRange,
  );
  const names = chart.categories.map((name) => labelOf(name, labelWidthMax));
  const values = scale.ticks.map((tick) => ({ tick, label: labelOf(tickText(tick), plotLength) }));
  const { isHorizontal } = chart;
  const band = isHorizontal
    ? Math.max(rowHeight, ...names.map(({ height }) => height + 8))
    : Math.max(bandMin, plotLength / names.length, ...names.map(({ width }) => width + 10));
  const length = band * names.length;
  const sideTexts = isHorizontal ? names : values.map(({ label }) => label);
  const [sideTitle, bottomTitle] = isHorizontal
    ? [chart.categoryTitle, chart.valueTitle]
    : [chart.valueTitle, chart.categoryTitle];
  const left = margin + (sideTitle === undefined ? 0 : titleRoom) + widest(sideTexts) + 10;
  const legend = legendAt(chart.series, left, margin);
  const top = margin + (legend.length > 0 ? titleRoom : 8);
  const width = isHorizontal ? plotLength : length;
  const height = isHorizontal ? length : plotDepth;
  const depth = isHorizontal ? width : height;
  const share = (value: number) => (value - scale.from) / (scale.to - scale.from);
  const plot: Plot = {
    chart,
    band,
    along: (index) => (isHorizontal ? top : left) + (index + 0.5) * band,
    across: (value) => (isHorizontal ? left + share(value) * depth : top + height - share(value) * depth),
    point: (along, across) => (isHorizontal ? [across, along] : [along, across]),
  };

  const parts: HtmlNode[] = values.map(({ tick }) =>
    gridLine(plot, tick, isHorizontal ? [top, top + height] : [left, left + width]),
  );
  parts.push(...legend, ...drawSeries(plot, Math.min(Math.max(0, scale.from), scale.to)));
  const bottom = top + height;
  const below = isHorizontal ? values.map(({ label }) => label) : names;
  const belowHeight = Math.max(...below.map((label) => label.height));
  for (const { tick, label } of values) {
    const across = plot.across(tick);
    parts.push(
      isHorizontal
        ? textAt(across, bottom + 6 + belowHeight / 2, label, { ...softText, anchor: "middle" })
        : textAt(left - 8, across, label, { ...softText, anchor: "end" }),
    );
  }
  for (const [index, label] of names.entries()) {
    const along = plot.along(index);
    parts.push(
      isHorizontal
        ? textAt(left - 8, along, label, { anchor: "end" })
        : textAt(along, bottom + 6 + label.height / 2, label, { anchor: "middle" }),
    );
  }
  if (sideTitle !== undefined) {
    const turn = `translate(${margin + 8} ${tenth(top + height / 2)}) rotate(-90)`;
    parts.push(
      element("g", { transform: turn }, [textAt(0, 0, labelOf(sideTitle, height), { ...softText, anchor: "middle" })]),
    );
  }
  let end = bottom + belowHeight + 6;
  if (bottomTitle !== undefined) {
    end += titleRoom;
    parts.push(textAt(left + width / 2, end - 10, labelOf(bottomTitle, width), { ...softText, anchor: "middle" }));
  }
  // Half of an axis's last number extends past its end.
  const beyond = isHorizontal ? widest(below) / 2 : 0;
  return { title: chart.title, drawing: drawingOf(left + width + beyond + margin, end + margin, parts) };
}

function drawSeries(plot: Plot, base: number): HtmlElement[] {
  const { series, categories } = plot.chart;
  const bars = series.filter(({ kind }) => kind === "bar");
  const room = plot.band * barShare;
  const thickness = room / Math.max(1, bars.length);
  return series.map((entry, index) => {
    const words = entry.values
      .map((value, place) => `${categories[place] ?? place + 1}: ${tickText(value)}`)
      .join("; ");
    const title = element("title", {}, [entry.name === undefined ? words : `${entry.name}: ${words}`]);
    const hue = hueAt(index);
    if (entry.kind === "line") return element("g", {}, [title, ...lineOf(plot, entry, hue)]);
    const offset = -room / 2 + bars.indexOf(entry) * thickness;
    return element("g", {}, [
      title,
      ...entry.values.map((value, place) => barOf(plot, plot.along(place) + offset, thickness, [base, value], hue)),
    ]);
  });
}

function barOf(plot: Plot, along: number, thickness: number, ends: [number, number], hue: string): HtmlElement {
  const [start, end] = ends.map((value) => plot.across(value)) as [number, number];
  const [x, y] = plot.point(along, Math.min(start, end));
  const size = Math.max(1, Math.abs(end - start));
  const [width, height] = plot.point(Math.max(1, thickness - 2), size);
  const place = { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height) };
  return element("rect", { ...place, rx: 2, fill: hue, "fill-opacity": 0.75 });
}

function lineOf(plot: Plot, { values }: ChartSeries, hue: string): HtmlElement[] {
  const points = values.map((value, place) => plot.point(plot.along(place), plot.across(value)).map(tenth));
  const path = { points: points.map((point) => point.join(",")).join(" "), fill: "none", stroke: hue };
  const dots = points.map(([cx, cy]) =>
    element("circle", { cx, cy, r: 3.5, fill: hue, stroke: "var(--bg)", "stroke-width": 1.5 }),
  );
  return [element("polyline", { ...path, "stroke-width": 2, "stroke-linejoin": "round" }), ...dots];
}

function gridLine(plot: Plot, tick: number, [start, end]: [number, number]): HtmlElement {
  const across = plot.across(tick);
  const [[x1, y1], [x2, y2]] = [plot.point(start, across), plot.point(end, across)];
  const place = { x1: tenth(x1), y1: tenth(y1), x2: tenth(x2), y2: tenth(y2) };
  return element("line", { ...place, stroke: "var(--_inner-stroke)", "stroke-width": 1 });
}

/** Only if the author named the rows. */
function legendAt(series: ChartSeries[], left: number, y: number): HtmlElement[] {
  let x = left;
  return series.flatMap(({ name }, index) => {
    if (name === undefined) return [];
    const label = labelOf(name, plotLength);
    const start = x;
    x += label.width + 36;
    return [
      element("rect", { x: tenth(start), y: y - 2, width: 12, height: 12, rx: 3, fill: hueAt(index) }),
      textAt(start + 18, y + 4, label, { weight: 400 }),
    ];
  });
}

function widest(labels: Label[]): number {
  return Math.max(0, ...labels.map(({ width }) => width));
}

function tickText(value: number): string {
  return String(Math.round(value * 1_000) / 1_000).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, "\u202f");
}

interface ValueScale {
  from: number;
  to: number;
  ticks: number[];
}

const ticksWanted = 6;

/** The range and ticks of an axis: round numbers around the values, unless the author sets the range. */
function valueScale(values: number[], range: [number, number] | undefined): ValueScale {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const [from, to] = range ?? [low, high > low ? high : low + 1];
  const step = roundStep((to - from) / ticksWanted);
  const first = range === undefined ? Math.floor(from / step) * step : from;
  const last = range === undefined ? Math.ceil(to / step) * step : to;
  const start = Math.ceil(first / step - 1e-9);
  const end = Math.floor(last / step + 1e-9);
  const ticks = Array.from({ length: end - start + 1 }, (_, index) => (start + index) * step);
  // Values outside the author's range would be drawn outside the chart.
  return { from: Math.min(first, ...values), to: Math.max(last, ...values), ticks };
}

/** The smallest of 1, 2, 5 and their multiples of ten that isn't below the value. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= step * (1 - 1e-9)) ?? 10;
  return factor * power;
}
