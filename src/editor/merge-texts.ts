import { compareLines, splitLines } from "../contract/compare-lines.ts";
import { mergeLines } from "../contract/merge-lines.ts";
import type { Splice } from "../contract/smallest-splice.ts";

/**
 * Merges two versions of a text line by line. Undefined if both versions changed the same lines, so that a person has
 * to resolve the conflict. Line endings are part of the lines, so they stay as they are.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || base === mine) return theirs;
  if (base === theirs) return mine;
  const pieces = mergeLines(splitLines(base), splitLines(mine), splitLines(theirs));
  return pieces.some(({ isConflict }) => isConflict) ? undefined : pieces.flatMap((piece) => piece.mine).join("");
}

/**
 * The splices that turn one text into another, from the last to the first. Each changed place is a separate splice, so
 * that the cursors of people who write elsewhere in the page don't move.
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
