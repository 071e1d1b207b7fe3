import { diff3Merge } from "node-diff3";

/** A place where both sides changed the same lines. Offsets are those in the merged text with my lines. */
export interface MergeConflict {
  from: number;
  to: number;
  mine: string;
  theirs: string;
}

export interface MergedTexts {
  /** Everything that doesn't overlap, with my lines where it does. */
  mine: string;
  /** The same with their lines, so the two differ just in the conflicts. */
  theirs: string;
  conflicts: MergeConflict[];
}

export function mergeThreeWays(base: string, mine: string, theirs: string): MergedTexts {
  const regions = diff3Merge(linesOf(mine), linesOf(base), linesOf(theirs), { excludeFalseConflicts: true });
  const merged: MergedTexts = { mine: "", theirs: "", conflicts: [] };
  for (const { ok, conflict } of regions) {
    const own = (ok ?? conflict?.a ?? []).join("");
    const other = (ok ?? conflict?.b ?? []).join("");
    const from = merged.mine.length;
    merged.mine += own;
    merged.theirs += other;
    if (conflict !== undefined) merged.conflicts.push({ from, to: merged.mine.length, mine: own, theirs: other });
  }
  return merged;
}

/** With their line breaks, so that joining them gives the same text. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}
