import { diff3Merge, diffPatch } from "node-diff3";
import { type Splice, smallestSplice } from "../contract/smallest-splice.ts";

/** More is never merged line by line: people resolve it. */
const linesMax = 50_000;
/** Pairs of equal lines that a comparison may look at, such as blank ones. */
const pairsMax = 5_000_000;

/**
 * Merges two changes of a text, line by line. Undefined if both changed the same lines, or if the texts are too long to be
 * compared. Line ends are part of the lines, so nothing else changes.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || base === mine) return theirs;
  if (base === theirs) return mine;
  const [a, o, b] = [linesOf(mine), linesOf(base), linesOf(theirs)];
  if (!isComparable(o, a) || !isComparable(o, b)) return undefined;
  const merged: string[] = [];
  for (const { ok } of diff3Merge(a, o, b, { excludeFalseConflicts: true })) {
    if (ok === undefined || ok === null) return undefined;
    merged.push(ok.join(""));
  }
  return merged.join("");
}

/**
 * What turns one text into the other, last place first, a piece for each changed place: the cursors of people who are
 * writing elsewhere in the page stay where they are.
 */
export function splicesBetween(before: string, after: string): Splice[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const whole = smallestSplice(before, after);
  if (whole === undefined || !isComparable(old, fresh)) {
    return whole === undefined ? [] : [whole];
  }
  const starts = [0];
  for (const line of old) starts.push((starts.at(-1) ?? 0) + line.length);
  const startOf = (line: number) => starts[line] ?? before.length;
  return diffPatch(old, fresh)
    .map(({ buffer1, buffer2 }) => {
      const start = startOf(buffer1.offset);
      const end = startOf(buffer1.offset + buffer1.length);
      return { start, deleted: end - start, insert: buffer2.chunk.join("") };
    })
    .reverse();
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

function isComparable(one: readonly string[], other: readonly string[]): boolean {
  if (one.length > linesMax || other.length > linesMax) return false;
  const counts = new Map<string, number>();
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1);
  let pairs = 0;
  for (const line of other) {
    pairs += counts.get(line) ?? 0;
    if (pairs > pairsMax) return false;
  }
  return true;
}
