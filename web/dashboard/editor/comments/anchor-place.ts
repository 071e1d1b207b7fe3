import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromTypeIndex,
  decodeRelativePosition,
  encodeRelativePosition,
  type Text,
} from "yjs";
import type { Anchor } from "../../../../src/contract/editor-talk-operations.ts";
import type { Place } from "../editor-context.ts";

const quoteLengthMax = 20_000;

/** Turns a range into an anchor, which moves with its text. Text typed at either edge isn't part of the range. */
export function anchorOf(text: Text, { start, end }: Place): Anchor {
  const write = (index: number, side: number) =>
    toBase64(encodeRelativePosition(createRelativePositionFromTypeIndex(text, index, side)));
  return {
    start: write(start, 0),
    end: write(end, -1),
    quote: text.toString().slice(start, end).slice(0, quoteLengthMax),
  };
}

/** Where the anchored text is now; undefined if it was deleted. */
export function placeOf(text: Text, { start, end }: Anchor): Place | undefined {
  const [from, to] = [resolve(text, start), resolve(text, end)];
  return from === undefined || to === undefined || from >= to ? undefined : { start: from, end: to };
}

function resolve(text: Text, encoded: string): number | undefined {
  try {
    const position = decodeRelativePosition(fromBase64(encoded));
    const found = text.doc && createAbsolutePositionFromRelativePosition(position, text.doc);
    return found?.type === text ? found.index : undefined;
  } catch {
    // The anchor was made for another version of the text.
    return undefined;
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
