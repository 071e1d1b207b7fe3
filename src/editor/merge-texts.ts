import { diff3Merge } from "node-diff3";

/** Both changes of a text, line by line; undefined where they overlap. The same change on both sides is one. */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const regions = diff3Merge(linesOf(mine), linesOf(base), linesOf(theirs), { excludeFalseConflicts: true });
  return regions.every((region) => region.ok !== undefined)
    ? regions.flatMap((region) => region.ok ?? []).join("")
    : undefined;
}

/** With their line breaks, so that joining them gives the same text. */
export function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}
