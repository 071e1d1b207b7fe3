import { smallestSplice } from "../../../../src/contract/smallest-splice.ts";
import type { Place } from "../editor-context.ts";

/**
 * Maps a place in one version of the text to another version. The text between the first and last difference counts as
 * one replacement.
 */
export function movePlace(place: Place, from: string, to: string): Place {
  const splice = smallestSplice(from, to);
  if (splice === undefined) return place;
  const { start, deleted, insert } = splice;
  const growth = insert.length - deleted;
  const move = (offset: number, isEnd: boolean) => {
    if (offset <= start) return offset;
    if (offset >= start + deleted) return offset + growth;
    return isEnd ? start + insert.length : start;
  };
  return { start: move(place.start, false), end: move(place.end, true) };
}
