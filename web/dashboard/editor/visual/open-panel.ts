import { createRelativePositionFromTypeIndex, type RelativePosition, type Text } from "yjs";
import type { Place } from "../editor-context.ts";
import { offsetOf } from "../live/place.ts";

/** The panel or dialog that is open over or next to the text. */
export type OpenPanel = { kind: "link" } | { kind: "props" } | { kind: "image" } | { kind: "newSource" } | SourcePanel;

/** A range of the source that is being edited as text. It moves with the edits of others. */
export interface SourcePanel {
  kind: "source";
  start: RelativePosition;
  end: RelativePosition;
  text: string;
  /** The reason, if the dialog opened by itself. */
  message: string | undefined;
}

export function sourcePanel(text: Text, { start, end }: Place, message: string | undefined): SourcePanel {
  return {
    kind: "source",
    start: createRelativePositionFromTypeIndex(text, start),
    end: createRelativePositionFromTypeIndex(text, end, -1),
    text: text.toString().slice(start, end),
    message,
  };
}

/** The current range. Undefined if the range was deleted. */
export function panelRange({ start, end }: SourcePanel, text: Text): Place | undefined {
  const [from, to] = [offsetOf(text, start), offsetOf(text, end)];
  return from === undefined || to === undefined ? undefined : { start: from, end: Math.max(from, to) };
}
