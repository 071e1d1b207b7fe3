import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromJSON,
  createRelativePositionFromTypeIndex,
  type Text,
} from "yjs";
import type { Place } from "../editor-context.ts";

type State = Record<string, unknown>;

/**
 * Visual mode reports a person's position as a `place` in offsets, source mode as a `cursor` in positions that move
 * with the text. Only the cursor is sent. Receivers get both, so that the two modes see each other.
 */
export class SharedPlace {
  readonly #text: Text;
  #known = { place: "", cursor: "" };
  #cursor: unknown;

  constructor(text: Text) {
    this.#text = text;
  }

  /** The part of a person's own state that is sent. The position that changed last is used. */
  toSend({ place, cursor, ...state }: State): State {
    const next = { place: JSON.stringify(place) ?? "", cursor: JSON.stringify(cursor) ?? "" };
    if (next.place !== this.#known.place && isPlace(place)) this.#cursor = this.#cursorAt(place);
    else if (next.cursor !== this.#known.cursor) this.#cursor = cursor;
    this.#known = next;
    return this.#cursor === undefined ? state : { ...state, cursor: this.#cursor };
  }

  /** The state of another person, for both modes. It comes from another browser, so it may contain anything. */
  received(state: State): State {
    const { anchor, head } = (state.cursor ?? {}) as { anchor?: unknown; head?: unknown };
    const [start, end] = [offsetOf(this.#text, anchor), offsetOf(this.#text, head)];
    const place = start === undefined || end === undefined ? undefined : { start, end };
    return {
      ...state,
      place: place && { start: Math.min(place.start, place.end), end: Math.max(place.start, place.end) },
    };
  }

  #cursorAt({ start, end }: Place) {
    const at = (offset: number) =>
      createRelativePositionFromTypeIndex(this.#text, Math.max(0, Math.min(offset, this.#text.length)));
    return { anchor: at(start), head: at(end) };
  }
}

/** Where a position that moves with the text is now. The position may come from another browser, so it is checked. */
export function offsetOf(text: Text, position: unknown): number | undefined {
  if (text.doc === null || typeof position !== "object" || position === null) return undefined;
  try {
    const found = createAbsolutePositionFromRelativePosition(createRelativePositionFromJSON(position), text.doc);
    return found?.type === text ? found.index : undefined;
  } catch {
    return undefined;
  }
}

export function isPlace(value: unknown): value is Place {
  const { start, end } = (value ?? {}) as Partial<Place>;
  return Number.isSafeInteger(start) && Number.isSafeInteger(end);
}
