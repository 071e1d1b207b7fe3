import type { Mark, TextBlock } from "./page-to-index.ts";

/** A part of a block, without trailing spaces. Code, bold text and links stay marked, and a row keeps all its cells. */
export function sliceBlock(block: TextBlock, start: number, end: number): TextBlock {
  const { item, marks, cells, ...others } = block;
  const text = block.text.slice(start, end).trimEnd();
  const within = (offset: number) => Math.min(Math.max(offset - start, 0), text.length);
  return {
    ...others,
    text,
    // If a list item is cut, its rest becomes a paragraph without a number.
    ...(item === undefined || start > 0 ? {} : { item }),
    ...(marks === undefined ? {} : { marks: moveMarks(marks, within) }),
    ...(cells === undefined ? {} : { cells: cells.map(within) }),
  };
}

/** Moves marks to their new positions and drops those that are left without text. */
export function moveMarks(marks: readonly Mark[], place: (offset: number) => number): Mark[] {
  const moved = marks.map((mark) => ({ ...mark, start: place(mark.start), end: place(mark.end) }));
  return moved.filter(({ start, end }) => end > start);
}
