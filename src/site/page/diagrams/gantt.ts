import { element, type HtmlElement, type HtmlNode } from "../../ground/html/html-node.ts";
import { DiagramProblem, type DiagramSource } from "./diagram-source.ts";
import { drawingOf, hueAt, labelOf, type OwnDrawing, tenth, textAt } from "./drawing-parts.ts";
import { dayMs, type Moment } from "./gantt-dates.ts";
import { type GanttTask, readGantt } from "./gantt-tasks.ts";

const margin = 12;
const nameWidthMax = 180;
const chartWidth = 440;
const chartGap = 20;
const rowPadding = 10;
const barHeight = 14;
const axisHeight = 34;
/** Half of the last date extends past the end of the axis. */
const axisTextRoom = 40;
const [usual, critical, finished] = [hueAt(0), hueAt(4), hueAt(7)];

/** Names on the left and bars on the right, so that even a short bar has its whole name. */
export function drawGantt({ lines }: DiagramSource): OwnDrawing {
  const { title, tasks } = readGantt(lines);
  if (tasks.length === 0) throw new DiagramProblem("it has no task");
  const start = Math.min(...tasks.map((task) => task.start));
  const end = Math.max(...tasks.map((task) => task.end), start + 1);
  const names = tasks.map(({ name }) => labelOf(name, nameWidthMax));
  const chartX = margin + Math.max(...names.map(({ width }) => width)) + chartGap;
  const width = chartX + chartWidth + axisTextRoom;
  const xOf = (moment: Moment) => chartX + ((moment - start) / (end - start)) * chartWidth;

  const rows: HtmlNode[] = [];
  let y = margin;
  for (const [index, task] of tasks.entries()) {
    if (task.section !== undefined && task.section !== tasks[index - 1]?.section) {
      const heading = labelOf(task.section, width - 2 * margin);
      y += index === 0 ? 0 : rowPadding;
      rows.push(textAt(margin, y + heading.height / 2, heading, { fill: "var(--_text-sec)", weight: 600 }));
      y += heading.height + rowPadding / 2;
    }
    const name = names[index] ?? labelOf(task.name, nameWidthMax);
    const middle = y + (name.height + rowPadding) / 2;
    rows.push(textAt(margin, middle, name, { weight: 400 }), barOf(task, xOf, middle));
    y += name.height + rowPadding;
  }
  const ticks = ticksBetween(start, end).map((tick) => ({ ...tick, x: tenth(xOf(tick.moment)) }));
  const grid = ticks.map(({ x }) => {
    const place = { x1: x, x2: x, y1: margin, y2: tenth(y + 6) };
    return element("line", { ...place, stroke: "var(--_inner-stroke)", "stroke-width": 1 });
  });
  const marks = tasks
    .filter(({ tags }) => tags.has("vert"))
    .map((task) => {
      const x = tenth(xOf(task.start));
      const look = { stroke: critical, "stroke-width": 1.5, "stroke-dasharray": "4 3" };
      return element("line", { x1: x, x2: x, y1: margin, y2: tenth(y + 6), ...look });
    });
  const look = { anchor: "middle", fill: "var(--_text-sec)", weight: 400 } as const;
  const axis = ticks.map(({ x, text }) => textAt(x, y + 18, labelOf(text, nameWidthMax), look));
  return { title, drawing: drawingOf(width, y + axisHeight, [...grid, ...marks, ...rows, ...axis]) };
}

function barOf(task: GanttTask, xOf: (moment: Moment) => number, middle: number): HtmlElement {
  const { tags } = task;
  const hue = tags.has("crit") ? critical : tags.has("done") ? finished : usual;
  const isStrong = tags.has("active") || (tags.has("crit") && !tags.has("done"));
  const look = { fill: hue, "fill-opacity": isStrong ? 0.9 : 0.4, stroke: hue, "stroke-width": 1 };
  const [left, right] = [xOf(task.start), xOf(task.end)];
  const isMoment = tags.has("milestone") || tags.has("vert");
  const shape = isMoment
    ? element("polygon", {
        points: diamond(tags.has("vert") ? left : (left + right) / 2, middle),
        ...look,
        "fill-opacity": 0.9,
      })
    : element("rect", {
        x: tenth(left),
        y: tenth(middle - barHeight / 2),
        width: tenth(Math.max(2, right - left)),
        height: barHeight,
        rx: 3,
        ...look,
      });
  // Describes a bar's color and position for screen readers.
  return element("g", {}, [element("title", {}, [[...tags, spanText(task)].join(" ")]), shape]);
}

function diamond(x: number, y: number): string {
  const reach = barHeight / 2 + 1;
  return `${tenth(x)},${tenth(y - reach)} ${tenth(x + reach)},${tenth(y)} ${tenth(x)},${tenth(y + reach)} ${tenth(x - reach)},${tenth(y)}`;
}

/** The start and end of a task, with times only if a task doesn't span whole days. */
function spanText({ start, end }: GanttTask): string {
  const length = start % dayMs === 0 && end % dayMs === 0 ? 10 : 16;
  const [from, to] = [start, end].map((moment) => new Date(moment).toISOString().slice(0, length).replace("T", " "));
  return from === to ? `${from}` : `${from} – ${to}`;
}

interface Tick {
  moment: Moment;
  text: string;
}

const ticksMax = 6;
const hourMs = dayMs / 24;
const minuteMs = hourMs / 60;
const smallSteps = [1, 5, 15, 30].map((count) => count * minuteMs);
const steps = [...smallSteps, hourMs, 3 * hourMs, 6 * hourMs, 12 * hourMs, dayMs, 2 * dayMs, 7 * dayMs, 14 * dayMs];
const monthSteps = [1, 3, 6, 12, 24, 60, 120, 600, 1200, 6000];
/** The first Monday of the epoch, so that weeks start on Monday. */
const firstMonday = 4 * dayMs;

/** Round tick values in a range, few enough to fit. Dates use ISO 8601. */
export function ticksBetween(start: Moment, end: Moment): Tick[] {
  const span = end - start;
  // A time without a date is ambiguous if there are several days.
  const stepMin = span < 2 * dayMs ? 0 : dayMs;
  const step = steps.find((size) => size >= stepMin && span / size <= ticksMax);
  return step === undefined ? monthTicks(start, end) : evenTicks(start, end, step);
}

function evenTicks(start: Moment, end: Moment, step: number): Tick[] {
  const origin = step % (7 * dayMs) === 0 ? firstMonday : 0;
  const ticks: Tick[] = [];
  for (let moment = origin + Math.ceil((start - origin) / step) * step; moment <= end; moment += step) {
    const text = new Date(moment).toISOString();
    ticks.push({ moment, text: step < dayMs ? text.slice(11, 16) : text.slice(0, 10) });
  }
  return ticks;
}

function monthTicks(start: Moment, end: Moment): Tick[] {
  const [first, last] = [monthOf(start), monthOf(end)];
  const step = monthSteps.find((months) => (last - first) / months <= ticksMax) ?? 12_000;
  const ticks: Tick[] = [];
  for (let month = Math.ceil(first / step) * step; month <= last; month += step) {
    const moment = Date.UTC(Math.floor(month / 12), month % 12, 1);
    const text = new Date(moment).toISOString().slice(0, step < 12 ? 7 : 4);
    if (moment >= start && moment <= end) ticks.push({ moment, text });
  }
  return ticks;
}

function monthOf(moment: Moment): number {
  const date = new Date(moment);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
