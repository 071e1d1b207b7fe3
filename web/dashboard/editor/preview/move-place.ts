import { smallestSplice } from "../../../../src/contract/smallest-splice.ts";
import type { Place } from "../editor-context.ts";

/** Where a place of one version of the text is in another. What was replaced between them counts as a whole. */
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
