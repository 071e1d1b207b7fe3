import { createRelativePositionFromTypeIndex, decodeRelativePosition, encodeRelativePosition, type Text } from "yjs";
import type { Anchor } from "../../../../src/contract/editor-talk-operations.ts";
import type { Place } from "../editor-context.ts";
import { offsetOf } from "../live/place.ts";

const quoteLengthMax = 20_000;

/** Turns a range into an anchor, which moves with its text. Text typed at either edge isn't part of the range. */
export function anchorOf(text: Text, { start, end }: Place): Anchor {
  const write = (index: number, side: number) =>
    btoa(String.fromCharCode(...encodeRelativePosition(createRelativePositionFromTypeIndex(text, index, side))));
  return {
    start: write(start, 0),
    end: write(end, -1),
    quote: text.toString().slice(start, end).slice(0, quoteLengthMax),
  };
}

/** Where the anchored text is now; undefined if it was deleted. */
export function placeOf(text: Text, anchor: Anchor): Place | undefined {
  try {
    const [start, end] = [anchor.start, anchor.end].map((encoded) =>
      offsetOf(text, decodeRelativePosition(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)))),
    );
    return start === undefined || end === undefined || start >= end ? undefined : { start, end };
  } catch {
    // The anchor was made for another version of the text.
    return undefined;
  }
}
