import type { Node, Slice } from "prosemirror-model";
import type { PageDocument } from "./open-document.ts";
import { readChanged } from "./read-changed.ts";
import { reuseNodes } from "./reuse-nodes.ts";

/** The document of a changed source. Unchanged blocks stay the same objects, so that a view can keep their DOM. */
export function followSource(page: PageDocument, source: string): PageDocument {
  if (source === page.source) return page;
  const { doc } = readChanged(page, source);
  return { source, doc: reuseNodes(page.doc, doc), format: page.format };
}

/** The smallest replacement that turns one document into the other. */
export function replacement(before: Node, after: Node): { from: number; to: number; slice: Slice } | undefined {
  const from = before.content.findDiffStart(after.content);
  const end = before.content.findDiffEnd(after.content);
  if (from === null || end === null) return undefined;
  // If the matching start and the matching end overlap, the overlap counts only for the start.
  const overlap = Math.max(0, from - Math.min(end.a, end.b));
  const slice = after.slice(from, end.b + overlap);
  return { from, to: end.a + overlap, slice };
}
