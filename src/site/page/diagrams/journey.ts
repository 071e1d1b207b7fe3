import { element, type HtmlElement, type HtmlNode } from "../../ground/html/html-node.ts";
import { DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import { drawingOf, hueAt, labelOf, type OwnDrawing, tenth, textAt } from "./drawing-parts.ts";

interface JourneyTask {
  name: string;
  section: string | undefined;
  score: number;
  actors: string[];
}

const task = /^([^:]+):\s*(\d{1,2})\s*(?::\s*(.*))?$/;
/** Mermaid's scale goes to five; some authors use ten. */
const usualScore = 5;
const scoreMax = 10;
const margin = 12;
const rowPadding = 12;
const columnGap = 24;
const nameWidthMax = 220;
const actorWidthMax = 140;
const pip = 5;
const pipStep = 15;
const dot = 4;

/** Tasks from top to bottom, each with its score as a row of dots and its participants. */
export function drawJourney({ lines }: DiagramSource): OwnDrawing {
  const { title, tasks } = readJourney(lines);
  if (tasks.length === 0) throw new DiagramProblem("it has no task");
  const pips = Math.max(usualScore, ...tasks.map(({ score }) => score));
  const actors = [...new Set(tasks.flatMap((entry) => entry.actors))];
  const names = tasks.map(({ name }) => labelOf(name, nameWidthMax));
  const pipsX = margin + Math.max(...names.map(({ width }) => width)) + columnGap;
  const scoreX = pipsX + pips * pipStep;
  const actorsX = scoreX + columnGap + 8;
  let right = actorsX - columnGap;

  const rows: HtmlNode[] = [];
  let y = margin;
  for (const [index, { name, section, score, actors: present }] of tasks.entries()) {
    if (section !== undefined && section !== tasks[index - 1]?.section) {
      const heading = labelOf(section, actorsX - margin);
      y += index === 0 ? 0 : rowPadding;
      rows.push(textAt(margin, y + heading.height / 2, heading, { fill: "var(--_text-sec)", weight: 600 }));
      y += heading.height + rowPadding / 2;
    }
    const label = names[index] ?? labelOf(name, nameWidthMax);
    const people = present.map((actor) => ({
      hue: hueAt(actors.indexOf(actor)),
      label: labelOf(actor, actorWidthMax),
    }));
    const height = Math.max(label.height, ...people.map((person) => person.label.height));
    const middle = y + (height + rowPadding) / 2;
    rows.push(
      textAt(margin, middle, label),
      ...pipsAt(pipsX, middle, score, pips),
      textAt(scoreX, middle, labelOf(String(score), actorWidthMax), { fill: "var(--_text-sec)", weight: 400 }),
    );
    let x = actorsX;
    for (const { hue, label: actor } of people) {
      rows.push(
        element("circle", { cx: tenth(x + dot), cy: tenth(middle), r: dot, fill: hue }),
        textAt(x + 2 * dot + 6, middle, actor, { weight: 400 }),
      );
      x += 2 * dot + 6 + actor.width + 16;
    }
    right = Math.max(right, x - 16);
    y += height + rowPadding;
  }
  return { title, drawing: drawingOf(right + margin, y + margin, rows) };
}

function readJourney(lines: DiagramSource["lines"]): { title: string | undefined; tasks: JourneyTask[] } {
  const tasks: JourneyTask[] = [];
  let title: string | undefined;
  let section: string | undefined;
  for (const line of lines) {
    const [, word, words] = /^(title|section)\s+(.+)$/.exec(line.text) ?? [];
    if (word === "title") title = words;
    else if (word === "section") section = words;
    else {
      const [, name, score, people = ""] = task.exec(line.text) ?? [];
      if (name === undefined || Number(score) > scoreMax) throw notUnderstood(line);
      const actors = people.split(",").map((actor) => actor.trim());
      tasks.push({ name: name.trim(), section, score: Number(score), actors: actors.filter((actor) => actor !== "") });
    }
  }
  return { title, tasks };
}

function pipsAt(x: number, y: number, score: number, count: number): HtmlElement[] {
  const hue = moodOf(score, count);
  return Array.from({ length: count }, (_, index) => {
    const look = index < score ? { fill: hue } : { fill: "none", stroke: "var(--_node-stroke)", "stroke-width": 1 };
    return element("circle", { cx: tenth(x + pip + index * pipStep), cy: tenth(y), r: pip, ...look });
  });
}

/** Red for low scores, green for high ones. */
function moodOf(score: number, count: number): string {
  const share = score / count;
  if (share < 0.5) return hueAt(4);
  return share > 0.7 ? hueAt(5) : hueAt(2);
}
