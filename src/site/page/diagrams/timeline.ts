import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import { boxAt, drawingOf, hueAt, type Label, labelOf, type OwnDrawing, tenth, textAt } from "./drawing-parts.ts";

interface Period {
  name: string;
  section: string | undefined;
  events: string[];
}

const margin = 12;
const padding = 10;
const gap = 8;
const periodGap = 18;
const periodWidthMax = 150;
const eventWidthMax = 320;
const spineRoom = 44;

/** Periods from top to bottom along a line, so that a long timeline fits a page as well as a short one. */
export function drawTimeline(source: DiagramSource): OwnDrawing {
  const { title, periods } = readTimeline(source);
  if (periods.length === 0) throw new DiagramProblem("it has no time");
  const sections = [...new Set(periods.map(({ section }) => section))];
  const rows = periods.map(({ name, section, events }, index) => ({
    name: labelOf(name, periodWidthMax),
    heading: section === undefined || section === periods[index - 1]?.section ? undefined : section,
    events: events.map((event) => labelOf(event, eventWidthMax)),
    // Without sections, each period has its own color.
    hue: hueAt(sections.length > 1 ? sections.indexOf(section) : index),
  }));
  const periodWidth = Math.max(...rows.map(({ name }) => name.width)) + 2 * padding;
  const eventWidth = Math.max(0, ...rows.flatMap(({ events }) => events.map(({ width }) => width))) + 2 * padding;
  const spineX = margin + periodWidth + spineRoom / 2;
  const eventX = margin + periodWidth + spineRoom;

  const parts: HtmlNode[] = [];
  let y = margin;
  let firstY: number | undefined;
  let lastY = margin;
  for (const { name, heading, events, hue } of rows) {
    if (heading !== undefined) {
      const label = labelOf(heading, periodWidth + spineRoom + eventWidth);
      if (y > margin) y += gap;
      parts.push(textAt(margin, y + label.height / 2, label, { fill: "var(--_text-sec)", weight: 600 }));
      y += label.height + gap;
    }
    const middle = y + boxHeight(name) / 2;
    firstY ??= middle;
    lastY = middle;
    const branch = { stroke: hue, "stroke-width": 1.5 };
    const right = events.length === 0 ? spineX : eventX;
    const line = { x1: tenth(margin + periodWidth), x2: tenth(right), y1: tenth(middle), y2: tenth(middle), ...branch };
    parts.push(
      element("line", line),
      element("circle", {
        cx: tenth(spineX),
        cy: tenth(middle),
        r: 5,
        fill: hue,
        stroke: "var(--bg)",
        "stroke-width": 2,
      }),
      ...boxAt({ x: margin, y, width: periodWidth, height: boxHeight(name) }, name, { hue, weight: 600 }),
    );
    let eventY = y;
    for (const event of events) {
      parts.push(
        ...boxAt({ x: eventX, y: eventY, width: eventWidth, height: boxHeight(event) }, event, { anchor: "start" }),
      );
      eventY += boxHeight(event) + gap;
    }
    y = Math.max(y + boxHeight(name), eventY - gap) + periodGap;
  }
  const x = tenth(spineX);
  const spine = { x1: x, x2: x, y1: tenth(firstY ?? y), y2: tenth(lastY), stroke: "var(--_line)", "stroke-width": 1 };
  const height = y - periodGap + margin;
  return { title, drawing: drawingOf(eventX + eventWidth + margin, height, [element("line", spine), ...parts]) };
}

function readTimeline({ lines }: DiagramSource): { title: string | undefined; periods: Period[] } {
  const periods: Period[] = [];
  let title: string | undefined;
  let section: string | undefined;
  for (const line of lines) {
    const [, word, words] = /^(title|section)\s+(.+)$/.exec(line.text) ?? [];
    if (word === "title") title = words;
    else if (word === "section") section = words?.replace(/:$/, "").trim();
    else readPeriod(line, section, periods);
  }
  return { title, periods };
}

/**
 * `2004 : an event : another`, or `: one more` for the previous period. A colon inside a word, as in 10:30, isn't a
 * separator.
 */
function readPeriod(line: DiagramLine, section: string | undefined, periods: Period[]): void {
  const [name = "", ...events] = line.text.split(/\s*:(?=\s|$)\s*/).map((part) => part.trim());
  const said = events.filter((event) => event !== "");
  const last = periods.at(-1);
  if (name !== "") periods.push({ name, section, events: said });
  else if (last !== undefined && said.length > 0) last.events.push(...said);
  else throw notUnderstood(line);
}

function boxHeight({ height }: Label): number {
  return height + padding;
}
