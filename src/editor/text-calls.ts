import type { Anchor } from "../contract/editor-talk-operations.ts";
import { anchorAt, findAnchor, moveAnchors, type TextRange } from "./comments/anchors.ts";
import { mergeTexts, splicesBetween } from "./merge-texts.ts";
import { describeText, type TextPair } from "./publish/describe-text.ts";
import { addUpdates, editText, encodeMissing, type Known, loadDoc, readText, textOf } from "./shared-text.ts";

/** All work with Yjs, and all comparing and merging of texts, as calls of the text processes. */
export const textCalls = {
  readText,
  editText,
  addUpdates: ({ added, ...known }: Known & { added: readonly Uint8Array[] }) => addUpdates(known, added),
  encodeMissing: ({ vector, ...known }: Known & { vector: Uint8Array }) => encodeMissing(known, vector),
  findAnchor: ({ anchor, ...known }: Known & { anchor: Anchor }) => {
    const doc = loadDoc(known);
    return { range: findAnchor(doc, anchor), text: textOf(doc).toString() };
  },
  anchorsAt: ({ ranges, ...known }: Known & { ranges: readonly TextRange[] }) => {
    const doc = loadDoc(known);
    return ranges.map((range) => anchorAt(doc, range));
  },
  moveAnchors: ({ updates, state, anchors }: Known & { anchors: Readonly<Record<string, Anchor>> }) =>
    moveAnchors(loadDoc({ updates }), loadDoc({ state, updates: [] }), anchors),
  mergeTexts: ({ base, mine, theirs }: { base: string; mine: string; theirs: string }) =>
    mergeTexts(base, mine, theirs),
  splicesBetween: ({ before, after }: { before: string; after: string }) => splicesBetween(before, after),
  describeText: (pair: TextPair) => describeText(pair),
};
