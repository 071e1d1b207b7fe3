import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import type { DiagramSource } from "./diagram-source.ts";
import { boxAt, drawingOf, type Label, type OwnDrawing, tenth, textAt } from "./drawing-parts.ts";
import { loopWidth, noteInset, placeColumns } from "./sequence-columns.ts";
import { headAt, lifeline, numberAt } from "./sequence-parts.ts";
import { type Message, type Note, readSequence } from "./sequence-steps.ts";
import {
  birth,
  boxPadding,
  boxTitleHeight,
  changeLife,
  edgeOf,
  endBar,
  isCreation,
  startWalk,
  type Walk,
  xOf,
} from "./sequence-walk.ts";

const margin = 12;

/** Participants side by side, with their messages from top to bottom. */
export function drawSequence(source: DiagramSource): OwnDrawing {
  const sequence = readSequence(source);
  const columns = placeColumns(sequence);
  const walk = startWalk(sequence, columns);
  for (const step of sequence.steps) {
    if (step.kind === "message") drawMessage(walk, step);
    else if (step.kind === "note") drawNote(walk, step);
    else if ("who" in step) changeLife(walk, step);
    else walk.y = walk.frames.take(step, walk.y);
  }
  const bottom = walk.y + 14;
  for (const [who, { active }] of walk.lives.entries()) while (active.length > 0) endBar(walk, who, bottom);
  const hasBoxes = sequence.boxes.length > 0;
  const { left, right } = walk.frames.extent();
  const boxRoom = hasBoxes ? boxPadding : 0;
  const width = right - left + 2 * (margin + boxRoom);
  const lines = walk.lives.map(({ top, bottom: end, gaps }, who) =>
    lifeline(columns.columns[who]?.x ?? 0, top, end ?? bottom, gaps),
  );
  const shift = `translate(${tenth(margin + boxRoom - left)} ${margin})`;
  const parts = [...drawBoxes(walk, bottom), ...walk.frames.behind, ...lines, ...walk.bars, ...walk.front.flat()];
  const height = bottom + 2 * margin + (hasBoxes ? boxPadding : 0);
  return { title: sequence.title, drawing: drawingOf(width, height, [element("g", { transform: shift }, parts)]) };
}

function drawMessage(walk: Walk, message: Message): void {
  const { from, to, number, activation } = message;
  const label = walk.labels.get(message) ?? { lines: [], width: 0, height: 4 };
  const isSelf = from === to;
  const y = walk.y + 8 + (isSelf ? 4 : label.height + 4);
  const isBirth = isCreation(walk, to);
  if (activation === "+") walk.lives[to]?.active.push(isSelf ? y + 20 : y);
  const direction = isSelf || xOf(walk, to) > xOf(walk, from) ? 1 : -1;
  const start = edgeOf(walk, from, direction);
  const parts: HtmlNode[] = [];
  const look = { fill: "none", stroke: "var(--_line)", "stroke-width": 1.25 };
  const dashes = message.isDashed ? { "stroke-dasharray": "5 4" } : {};
  let after = y + 8;
  if (isSelf) {
    const back = y + Math.max(20, label.height);
    const textX = start + loopWidth + 8;
    parts.push(element("path", { d: loop(start, y, back), ...look, ...dashes }));
    parts.push(...headAt(message.end, start, back, -1), ...headAt(message.start, start, y, -1));
    parts.push(...labelAt(textX, (y + back) / 2, label, "start"));
    walk.frames.reach(start, textX + label.width);
    after = back + 8;
  } else {
    const half = isBirth ? (walk.columns[to]?.width ?? 0) / 2 : undefined;
    const end = half === undefined ? edgeOf(walk, to, -direction) : xOf(walk, to) - direction * half;
    const middle = (start + end) / 2 + (number === undefined ? 0 : direction * 8);
    const line = { x1: tenth(start), y1: tenth(y), x2: tenth(end - direction * 1), y2: tenth(y) };
    parts.push(element("line", { ...line, ...look, ...dashes }));
    parts.push(...headAt(message.end, end, y, direction), ...headAt(message.start, start, y, -direction));
    parts.push(...labelAt(middle, y - 4 - label.height / 2, label, "middle"));
    walk.frames.keepClear(middle - label.width / 2, middle + label.width / 2, y - 4 - label.height, y - 4);
    walk.frames.reach(Math.min(start, end), Math.max(start, end));
  }
  walk.front.push([...(number === undefined ? [] : numberAt(number, start, y)), ...parts]);
  walk.y = isBirth ? Math.max(after, birth(walk, to, y)) : after;
  if (activation === "-") endBar(walk, from, isSelf ? after - 8 : y);
}

function labelAt(x: number, y: number, label: Label, anchor: "start" | "middle"): HtmlNode[] {
  return label.lines.length === 0 ? [] : [textAt(x, y, label, { anchor, weight: 400 })];
}

function loop(x: number, y: number, back: number): string {
  const [start, out, upper, lower] = [x, x + loopWidth, y, back].map(tenth);
  return `M${start} ${upper}H${out}V${lower}H${start}`;
}

function drawNote(walk: Walk, note: Note): void {
  const label = walk.labels.get(note) ?? { lines: [], width: 0, height: 4 };
  const [first, last] = [xOf(walk, note.first), xOf(walk, note.last)];
  const isWide = note.place === "over" && note.first < note.last;
  const width = Math.max(label.width + 2 * noteInset, isWide ? last - first + 2 * noteInset : 0);
  const side = { left: first - 10 - width, right: last + 10, over: (first + last - width) / 2 };
  const x = side[note.place];
  const [y, height] = [walk.y + 6, label.height + 12];
  walk.front.push(boxAt({ x, y, width, height, radius: 3 }, label, { hue: "var(--_hue-3)", weight: 400 }));
  walk.frames.keepClear(x, x + width, y, y + height);
  walk.frames.reach(x, x + width);
  walk.y = y + height + 4;
}

/** A box around several participants, with its name on top. */
function drawBoxes({ sequence, columns }: Walk, bottom: number): HtmlNode[] {
  const titleHeight = boxTitleHeight(sequence);
  return sequence.boxes.flatMap(({ name, color }, box) => {
    const inside = columns.filter((_, index) => sequence.participants[index]?.box === box);
    if (inside.length === 0) return [];
    const left = Math.min(...inside.map(({ x, width }) => x - width / 2)) - boxPadding;
    const right = Math.max(...inside.map(({ x, width }) => x + width / 2)) + boxPadding;
    const place = { x: tenth(left), y: 0, width: tenth(right - left), height: tenth(bottom + boxPadding), rx: 8 };
    const tint = color === undefined ? { fill: "var(--_group-fill)" } : { fill: color, "fill-opacity": 0.1 };
    const label: Label = { lines: [name], width: 0, height: titleHeight };
    return [
      element("rect", { ...place, ...tint, stroke: "var(--_node-stroke)", "stroke-width": 1 }),
      ...(name === ""
        ? []
        : [textAt((left + right) / 2, 4 + titleHeight / 2, label, { anchor: "middle", fill: "var(--_text-sec)" })]),
    ];
  });
}
