import { type Label, labelOf } from "./drawing-parts.ts";
import type { Participant, Sequence, SequenceStep } from "./sequence-steps.ts";

export interface Column {
  x: number;
  label: Label;
  width: number;
  height: number;
  hasFigure: boolean;
}

export interface Columns {
  columns: Column[];
  /** The label of each message and note. */
  labels: Map<SequenceStep, Label>;
}

export const loopWidth = 30;
export const noteInset = 10;
export const figureSize = 30;
const nameWidthMax = 160;
const messageWidthMax = 230;
const noteWidthMax = 200;
const columnGap = 28;
const sideGap = 12;

/** The distances between participants, so that each message and note fits between them. */
export function placeColumns({ participants, steps }: Sequence): Columns {
  const columns = participants.map(columnOf);
  const labels = new Map<SequenceStep, Label>();
  const needs: { left: number; right: number; room: number }[] = [];
  const halfOf = (index: number) => (columns[index]?.width ?? 0) / 2;
  for (let right = 1; right < columns.length; right += 1) {
    const isEdge = participants[right]?.box !== participants[right - 1]?.box;
    const room = halfOf(right - 1) + halfOf(right) + columnGap + (isEdge ? columnGap : 0);
    needs.push({ left: right - 1, right, room });
  }
  for (const step of steps) {
    if (step.kind !== "message" && step.kind !== "note") continue;
    const label = labelOf(step.text, step.kind === "note" ? noteWidthMax : messageWidthMax);
    labels.set(step, step.text === "" ? { lines: [], width: 0, height: 4 } : label);
    needs.push(...needsOf(step, label.width, participants, halfOf));
  }
  for (const [index, column] of columns.entries()) {
    const edges = needs.filter(({ right }) => right === index).map(({ left, room }) => (columns[left]?.x ?? 0) + room);
    column.x = Math.max(0, ...edges);
  }
  return { columns, labels };
}

function columnOf({ name, figure }: Participant): Column {
  const label = labelOf(name, nameWidthMax);
  const hasFigure = figure !== "participant";
  const height = hasFigure ? figureSize + 4 + label.height : label.height + 20;
  return { x: 0, label, width: Math.max(hasFigure ? 48 : 76, label.width + 26), height, hasFigure };
}

function needsOf(
  step: Extract<SequenceStep, { kind: "message" | "note" }>,
  width: number,
  participants: Participant[],
  halfOf: (index: number) => number,
): { left: number; right: number; room: number }[] {
  if (step.kind === "message") {
    if (step.from === step.to)
      return [{ left: step.from, right: step.from + 1, room: loopWidth + width + 2 * sideGap + 10 }];
    const [left, right] = [Math.min(step.from, step.to), Math.max(step.from, step.to)];
    const number = step.number === undefined ? 0 : 20;
    const box = participants[step.to]?.isCreated ? halfOf(step.to) : 0;
    return [{ left, right, room: width + 2 * sideGap + number + box }];
  }
  const room = width + 2 * noteInset + 2 * sideGap;
  const { first, last } = step;
  if (step.place === "left") return [{ left: first - 1, right: first, room }];
  if (step.place === "right") return [{ left: last, right: last + 1, room }];
  if (first < last) return [{ left: first, right: last, room: room - 2 * sideGap - 2 * noteInset }];
  return [
    { left: first - 1, right: first, room: room / 2 },
    { left: first, right: first + 1, room: room / 2 },
  ];
}
