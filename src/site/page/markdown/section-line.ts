import type { Mark, TextBlock } from "../../../search/indexing.ts";
import { collapseWhitespace } from "../../shared/html/collapse-whitespace.ts";

export type LineRange = Mark["kind"] | "cell";

/** The start or end of a mark or a cell in a line. Only links have a target. */
interface LineEdge {
  range: LineRange;
  isStart: boolean;
  target?: string;
}

export type LinePart = string | LineEdge;

interface OpenRange extends Pick<Mark, "start" | "target"> {
  /** Counts nested ranges of the same kind, which become a single range. */
  depth: number;
}

const betweenCells = " · ";
const outerFirst: readonly Mark["kind"][] = ["link", "strong", "code"];

/** Joins the parts of a line with normalized whitespace. A range that isn't closed ends with the line. */
export function writeLine(parts: readonly LinePart[]): Pick<TextBlock, "text" | "marks" | "cells"> {
  let text = "";
  /** Where the last separator of two cells starts. */
  let separatorAt = Number.NEGATIVE_INFINITY;
  const marks: Mark[] = [];
  const cells: number[] = [];
  const open = new Map<LineRange, OpenRange>();
  const endRange = (range: LineRange): void => {
    const { depth = 0, start: from = 0, ...target } = open.get(range) ?? {};
    if (depth > 1) open.set(range, { ...target, start: from, depth: depth - 1 });
    else if (open.delete(range)) {
      const [start, end] = trimmed(text, from);
      if (range === "cell") cells.push(start, end);
      // A mark may be empty: a linked image, for example, has no text.
      else if (end > start) marks.push({ kind: range, start, end, ...target });
    }
  };
  for (const part of parts) {
    if (typeof part === "string") text += continued(part, text === "" || text.endsWith(" "));
    else if (part.isStart) {
      const { range, isStart: _, ...target } = part;
      if (range === "cell" && text !== "" && text.length !== separatorAt + betweenCells.length) {
        text = text.trimEnd();
        separatorAt = text.length;
        text += betweenCells;
      }
      const { depth, ...outer } = open.get(range) ?? { start: text.length, depth: 0, ...target };
      open.set(range, { ...outer, depth: depth + 1 });
    } else endRange(part.range);
  }
  for (const range of [...open.keys()]) endRange(range);
  text = text.trimEnd();
  // Empty cells leave a separator at the end of a row.
  if (text.length <= separatorAt + betweenCells.length) text = text.slice(0, separatorAt);
  const within = (offset: number) => Math.min(offset, text.length);
  marks.sort((a, b) => a.start - b.start || b.end - a.end || outerFirst.indexOf(a.kind) - outerFirst.indexOf(b.kind));
  return {
    text,
    ...(marks.length === 0 ? {} : { marks: marks.map((mark) => ({ ...mark, end: within(mark.end) })) }),
    ...(cells.length === 0 ? {} : { cells: cells.map(within) }),
  };
}

/** The range from `start` to the end of the text, without the spaces around it. */
function trimmed(text: string, start: number): [start: number, end: number] {
  const end = Math.max(start, text.trimEnd().length);
  return [text[start] === " " && start < end ? start + 1 : start, end];
}

/** Appends text within a line without doubling spaces. */
function continued(text: string, isAfterSpace: boolean): string {
  const even = collapseWhitespace(text);
  return isAfterSpace && even.startsWith(" ") ? even.slice(1) : even;
}
