import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromTypeIndex,
  type Doc,
  decodeRelativePosition,
  encodeRelativePosition,
} from "yjs";
import { type Anchor, quoteLengthMax } from "../../contract/editor-talk-operations.ts";
import { textOf, updateTo } from "../shared-text.ts";

/** A range of a text, in UTF-16 offsets. */
export interface TextRange {
  start: number;
  end: number;
}

/** The current range of the anchored text; undefined if the text was deleted or the anchor belongs to another file. */
export function findAnchor(doc: Doc, { start, end }: Anchor): TextRange | undefined {
  const [from, to] = [resolve(doc, start), resolve(doc, end)];
  return from === undefined || to === undefined || from > to ? undefined : { start: from, end: to };
}

export function anchorAt(doc: Doc, { start, end }: TextRange): Anchor {
  const text = textOf(doc);
  const write = (index: number, side: number) =>
    Buffer.from(encodeRelativePosition(createRelativePositionFromTypeIndex(text, index, side))).toString("base64");
  // Text typed at either edge isn't part of the anchored text.
  return {
    start: write(start, 0),
    end: write(end, -1),
    quote: text.toString().slice(start, end).slice(0, quoteLengthMax),
  };
}

/** The anchors in another history of the text. Those whose text was deleted are left out. */
export function moveAnchors(from: Doc, to: Doc, anchors: Readonly<Record<string, Anchor>>): Map<string, Anchor> {
  updateTo(from, textOf(to).toString());
  const moved = new Map<string, Anchor>();
  for (const [id, anchor] of Object.entries(anchors)) {
    const range = findAnchor(from, anchor);
    if (range !== undefined) moved.set(id, { ...anchorAt(to, range), quote: anchor.quote });
  }
  return moved;
}

function resolve(doc: Doc, encoded: string): number | undefined {
  // Yjs knows the type of a shared text only after the text has been requested once.
  const text = textOf(doc);
  try {
    const position = decodeRelativePosition(Buffer.from(encoded, "base64"));
    const found = createAbsolutePositionFromRelativePosition(position, doc);
    return found?.type === text ? found.index : undefined;
  } catch {
    // The bytes come from a browser, so they may be invalid.
    return undefined;
  }
}
