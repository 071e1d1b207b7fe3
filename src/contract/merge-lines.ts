import { compareLines } from "./compare-lines.ts";

/** A piece of a merged text: the same lines on both sides, or the lines of a conflict. */
export interface MergedPiece {
  mine: readonly string[];
  theirs: readonly string[];
  isConflict: boolean;
}

/** Merges two versions of the same text. Changes that overlap or touch are a conflict, unless they are identical. */
export function mergeLines(base: readonly string[], mine: readonly string[], theirs: readonly string[]): MergedPiece[] {
  const changes = [
    ...compareLines(base, mine).map((change) => ({ ...change, isMine: true })),
    ...compareLines(base, theirs).map((change) => ({ ...change, isMine: false })),
  ].toSorted((one, other) => one.start - other.start);
  const pieces: MergedPiece[] = [];
  const agree = (lines: readonly string[]) => {
    if (lines.length > 0) pieces.push({ mine: lines, theirs: lines, isConflict: false });
  };
  let position = 0;
  // By how many lines each side has shifted against the base at its next change.
  let [myShift, theirShift] = [0, 0];
  for (let change = changes.shift(); change !== undefined; ) {
    const { start } = change;
    let { end } = change;
    const [myStart, theirStart] = [start + myShift, start + theirShift];
    const sides = new Set<boolean>();
    for (; change !== undefined && change.start <= end; change = changes.shift()) {
      end = Math.max(end, change.end);
      sides.add(change.isMine);
      const added = change.newEnd - change.newStart - (change.end - change.start);
      if (change.isMine) myShift += added;
      else theirShift += added;
    }
    const own = mine.slice(myStart, end + myShift);
    const other = theirs.slice(theirStart, end + theirShift);
    agree(base.slice(position, start));
    if (sides.size === 1) agree(sides.has(true) ? own : other);
    else if (isEqual(own, other)) agree(own);
    else pieces.push({ mine: own, theirs: other, isConflict: true });
    position = end;
  }
  agree(base.slice(position));
  return pieces;
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}
