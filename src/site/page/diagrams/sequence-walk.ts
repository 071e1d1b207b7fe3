import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { tenth } from "./drawing-parts.ts";
import type { Columns } from "./sequence-columns.ts";
import { createFrames, type Frames } from "./sequence-frames.ts";
import { crossAt, participantAt } from "./sequence-parts.ts";
import type { Sequence, SequenceStep } from "./sequence-steps.ts";

/** The state while the steps are drawn from top to bottom. */
export interface Walk extends Columns {
  sequence: Sequence;
  y: number;
  front: HtmlNode[][];
  bars: HtmlNode[];
  frames: Frames;
  /** The start, end and gaps of each lifeline. */
  lives: { top: number; bottom: number | undefined; gaps: [number, number][]; active: number[] }[];
}

const barWidth = 10;
const barShift = 4;
export const boxPadding = 12;
const boxNameHeight = 26;

export function startWalk(sequence: Sequence, columns: Columns): Walk {
  const heights = columns.columns.map(({ height }) => height);
  const top = sequence.boxes.length === 0 ? 0 : boxPadding + boxTitleHeight(sequence);
  const line = top + Math.max(...heights);
  const lives: Walk["lives"] = columns.columns.map(() => ({ top: line + 2, bottom: undefined, gaps: [], active: [] }));
  const front: HtmlNode[][] = [];
  const frames = createFrames(columns, lives, front);
  for (const [index, column] of columns.columns.entries()) {
    frames.reach(column.x - column.width / 2, column.x + column.width / 2, false);
    const { figure = "participant", isCreated = false } = sequence.participants[index] ?? {};
    if (!isCreated) front.push(participantAt(column, figure, line - column.height));
  }
  return { ...columns, sequence, y: line + 6, front, bars: [], frames, lives };
}

/** Space for the names of boxes around participants. */
export function boxTitleHeight({ boxes }: Sequence): number {
  return boxes.some(({ name }) => name !== "") ? boxNameHeight : 0;
}

/** Whether the next message creates the participant. */
export function isCreation({ sequence, lives }: Walk, who: number): boolean {
  return sequence.participants[who]?.isCreated === true && lives[who]?.bottom === undefined && !bornAlready(lives[who]);
}

/** A lifeline that has started begins below its header, as its first gap shows. */
function bornAlready(life: Walk["lives"][number] | undefined): boolean {
  return life?.gaps[0]?.[0] === Number.NEGATIVE_INFINITY;
}

/** Draws the header of a participant where it is created, and returns where its lifeline begins. */
export function birth(walk: Walk, who: number, y: number): number {
  const column = walk.columns[who];
  const life = walk.lives[who];
  if (column === undefined || life === undefined) return y;
  const { figure = "participant" } = walk.sequence.participants[who] ?? {};
  const top = y - (column.hasFigure ? 14 : column.height / 2);
  walk.front.push(participantAt(column, figure, top));
  life.top = top + column.height + 2;
  life.gaps = [[Number.NEGATIVE_INFINITY, life.top]];
  return life.top + 4;
}

/** A bar on the lifeline while its participant is active. */
export function endBar(walk: Walk, who: number, bottom: number): void {
  const life = walk.lives[who];
  const top = life?.active.pop();
  if (life === undefined || top === undefined || bottom - top < 1) return;
  if (life.active.length === 0) life.gaps.push([top, bottom]);
  const x = xOf(walk, who) - barWidth / 2 + life.active.length * barShift;
  const place = { x: tenth(x), y: tenth(top), width: barWidth, height: tenth(bottom - top), rx: 1.5 };
  walk.bars.push(
    element("rect", { ...place, fill: "var(--bg)" }),
    element("rect", {
      ...place,
      fill: "var(--_hue-8)",
      "fill-opacity": 0.22,
      stroke: "var(--_line)",
      "stroke-width": 1,
    }),
  );
}

export function changeLife(walk: Walk, { kind, who }: Extract<SequenceStep, { who: number }>): void {
  // A bar starts and ends at the arrow above.
  if (kind === "activate") walk.lives[who]?.active.push(walk.y - 8);
  else if (kind === "deactivate") endBar(walk, who, walk.y - 8);
  else endLife(walk, who);
}

function endLife(walk: Walk, who: number): void {
  const life = walk.lives[who];
  if (life === undefined) return;
  while (life.active.length > 0) endBar(walk, who, walk.y + 6);
  life.bottom = walk.y + 8;
  walk.front.push([crossAt(xOf(walk, who), life.bottom, 7)]);
  walk.y += 16;
}

export function xOf({ columns }: Walk, who: number): number {
  return columns[who]?.x ?? 0;
}

/** Where a message starts or ends: at the bar if there is one. */
export function edgeOf(walk: Walk, who: number, direction: number): number {
  const level = walk.lives[who]?.active.length ?? 0;
  if (level === 0) return xOf(walk, who);
  return xOf(walk, who) + (direction * barWidth) / 2 + (direction > 0 ? (level - 1) * barShift : 0);
}
