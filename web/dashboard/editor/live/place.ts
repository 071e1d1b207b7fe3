import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromJSON,
  createRelativePositionFromTypeIndex,
} from "yjs";
import type { PageSession, Place } from "../editor-context.ts";

/** Where somebody else is on the page. */
export interface PersonPlace extends Place {
  client: number;
  name: string;
  color: string;
}

/** Shows others where this person is. The place moves with the text around it. */
export function sharePlace({ text, awareness }: PageSession, { start, end }: Place): void {
  const relative = (index: number) => createRelativePositionFromTypeIndex(text, Math.min(index, text.length));
  awareness.setLocalStateField("place", { start: relative(start), end: relative(end) });
}

/** Where the others are. Changes with the text, and when `awareness` emits "change". */
export function placesOf({ text, awareness }: PageSession): PersonPlace[] {
  return [...awareness.getStates()].flatMap(([client, { user, place }]) => {
    if (client === awareness.clientID || place === undefined || user === undefined) return [];
    const [start, end] = [place.start, place.end].map((position) => indexOf(text.doc, position));
    return start === undefined || end === undefined ? [] : [{ client, name: user.name, color: user.color, start, end }];
  });
}

/** Undefined for anything that isn't a position in this text: it comes from another browser. */
function indexOf(doc: PageSession["text"]["doc"], position: unknown): number | undefined {
  if (doc === null) return undefined;
  try {
    return createAbsolutePositionFromRelativePosition(createRelativePositionFromJSON(position), doc)?.index;
  } catch {
    return undefined;
  }
}
