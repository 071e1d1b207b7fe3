import type { DraftSearch } from "../../contract/editor-file-operations.ts";
import { type Area, listAreas } from "./text-areas.ts";

export interface TextMatch {
  start: number;
  /** The offset after the last character. */
  end: number;
}

interface Found {
  matches: TextMatch[];
  /** The number of matches in areas that the search excludes. */
  leftOut: number;
}

const wordCharacter = "[\\p{L}\\p{N}\\p{M}_]";
const areaOptions = { code: "inCode", link: "inLinks", key: "inKeys" } as const satisfies Record<Area, string>;

/**
 * Finds a literal text. The regular expression consists of fixed characters and checks of one neighboring character, so
 * matching takes linear time.
 */
export function createFinder(search: DraftSearch): (path: string, text: string) => Found {
  const escaped = search.text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const whole = search.wholeWord ? `(?<!${wordCharacter})${escaped}(?!${wordCharacter})` : escaped;
  const pattern = new RegExp(whole, search.matchCase ? "gu" : "giu");
  return (path, text) => {
    const all = [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
    if (all.length === 0) return { matches: [], leftOut: 0 };
    const excluded = listAreas(path, text).filter(({ area }) => search[areaOptions[area]] !== true);
    const matches = withoutAreas(all, excluded);
    return { matches, leftOut: all.length - matches.length };
  };
}

/** Removes matches that overlap an excluded area. Both lists are sorted, so one pass is enough. */
function withoutAreas(matches: readonly TextMatch[], areas: readonly TextMatch[]): TextMatch[] {
  let next = 0;
  return matches.filter(({ start, end }) => {
    while ((areas[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    // Areas may overlap, such as a bare address in the target of a link, so all areas that start before the end of the
    // match are checked.
    for (let at = next; (areas[at]?.start ?? Number.POSITIVE_INFINITY) < end; at += 1) {
      if ((areas[at]?.end ?? 0) > start) return false;
    }
    return true;
  });
}
