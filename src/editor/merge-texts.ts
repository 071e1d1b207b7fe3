import { compareLines, splitLines } from "../contract/compare-lines.ts";
import { mergeLines } from "../contract/merge-lines.ts";
import type { Splice } from "../contract/smallest-splice.ts";

/**
 * Merges two changes of a text, line by line. Undefined if both changed the same lines: a person decides. Line ends are part of
 * the lines, so nothing else changes.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || base === mine) return theirs;
  if (base === theirs) return mine;
  const pieces = mergeLines(splitLines(base), splitLines(mine), splitLines(theirs));
  return pieces.some(({ isConflict }) => isConflict) ? undefined : pieces.flatMap((piece) => piece.mine).join("");
}

/**
 * What turns one text into the other, last place first, a piece for each changed place: the cursors of people who are
 * writing elsewhere in the page stay where they are.
 */
export function splicesBetween(before: string, after: string): Splice[] {
  const [old, fresh] = [splitLines(before), splitLines(after)];
  const starts = [0];
  for (const line of old) starts.push((starts.at(-1) ?? 0) + line.length);
  const startOf = (line: number) => starts[line] ?? before.length;
  return compareLines(old, fresh)
    .map(({ start, end, newStart, newEnd }) => ({
      start: startOf(start),
      deleted: startOf(end) - startOf(start),
      insert: fresh.slice(newStart, newEnd).join(""),
    }))
    .reverse();
}
