import type { Node } from "prosemirror-model";
import type { PageDocument } from "../document/open-document.ts";
import { blockRanges, sourceOffset } from "../document/source-positions.ts";
import type { Place } from "../editor-context.ts";

/** Where a node is in the source. Undefined if it isn't written there yet. */
export function nodeRange(page: PageDocument, position: number, node: Node): Place | undefined {
  if (node.isInline) {
    return { start: sourceOffset(page, position), end: sourceOffset(page, position + node.nodeSize) };
  }
  return blockRanges(page).find(({ from, node: { type } }) => from === position && type === node.type);
}
