import { splitLines } from "../../../../src/contract/compare-lines.ts";
import { mergeLines } from "../../../../src/contract/merge-lines.ts";

/** A place where both sides changed the same lines. Offsets refer to the merged text with my lines. */
export interface MergeConflict {
  from: number;
  to: number;
  mine: string;
  theirs: string;
}

export interface MergedTexts {
  /** The merged text, with my lines where the sides overlap. */
  mine: string;
  /** The merged text with their lines, so the two texts differ only in the conflicts. */
  theirs: string;
  conflicts: MergeConflict[];
}

/** The merged text. Where both sides changed the same lines, it has the lines of both. */
export function mergeEdits(base: string, mine: string, theirs: string): string {
  return mergeLines(splitLines(base), splitLines(mine), splitLines(theirs))
    .flatMap((piece) => (piece.isConflict ? [...piece.theirs, ...piece.mine] : piece.mine))
    .join("");
}

export function mergeThreeWays(base: string, mine: string, theirs: string): MergedTexts {
  const merged: MergedTexts = { mine: "", theirs: "", conflicts: [] };
  for (const piece of mergeLines(splitLines(base), splitLines(mine), splitLines(theirs))) {
    const own = piece.mine.join("");
    const other = piece.isConflict ? piece.theirs.join("") : own;
    const from = merged.mine.length;
    merged.mine += own;
    merged.theirs += other;
    if (piece.isConflict) merged.conflicts.push({ from, to: merged.mine.length, mine: own, theirs: other });
  }
  return merged;
}
