import type { Node } from "prosemirror-model";
import { adoptSource } from "./adopt-source.ts";
import { readMarkdownStyle } from "./markdown-style.ts";
import { findOrigin, type Origin, withPrefix } from "./node-origin.ts";
import { normalChildren } from "./normal-form.ts";
import type { PageDocument, ReadDocument } from "./open-document.ts";
import { readChanged } from "./read-changed.ts";
import { firstDifference } from "./same-meaning.ts";
import { writeBlock } from "./write-block.ts";
import { writeChildren } from "./write-children.ts";
import { type WriteContext, writeLevels } from "./write-context.ts";

export type WrittenDocument =
  | {
      source: string;
      isExact: true;
      /**
       * The page with the new source. The next edit starts from this page. Its document may differ from the one that
       * was written.
       */
      page: PageDocument;
    }
  | {
      /** The old source, unchanged. */
      source: string;
      isExact: false;
      /** The index of the block that must be edited as source. */
      index: number;
      message: string;
    };

/** Writes an edited document. The result is parsed again, and refused if its meaning differs. */
export function writeDocument(page: PageDocument, doc: Node): WrittenDocument {
  if (doc === page.doc) return { source: page.source, isExact: true, page };
  const origin = findOrigin(page.doc) ?? { text: page.source, prefix: "", children: [] };
  const style = readMarkdownStyle(page.doc);
  let failure = { index: 0, message: "" };
  let tried: string | undefined;
  for (const level of writeLevels) {
    const source = writeAtLevel(doc, origin, { style, format: page.format, level, writeBlock });
    if (source === tried) continue;
    tried = source;
    // The old source doesn't have to be parsed again.
    const read: ReadDocument = source === page.source ? { doc: page.doc } : readChanged(page, source);
    const children = normalChildren(doc);
    const difference =
      read.message === undefined || isUnparsed(doc) ? firstDifference(children, normalChildren(read.doc)) : 0;
    if (difference === undefined) {
      return { source, isExact: true, page: { source, doc: adoptSource(doc, read.doc), format: page.format } };
    }
    const block = children[difference];
    const index = read.message === undefined ? doc.children.indexOf(block ?? doc) : firstEdited(doc);
    failure = { index: Math.max(0, index), message: read.message ?? "Visual mode can't write this block." };
  }
  return { source: page.source, isExact: false, ...failure };
}

function writeAtLevel(doc: Node, origin: Origin, context: WriteContext): string {
  if (isUnparsed(doc)) return withPrefix(String(doc.firstChild?.attrs.source), "", context.style.lineEnding);
  const { text, children: old = [] } = origin;
  const children = normalChildren(doc);
  const parts = writeChildren(children, origin, { prefix: "" }, context);
  const [first, last] = [old.at(0), old.at(-1)];
  if (first === undefined || last === undefined)
    return parts.length === 0 ? text : parts.join("") + context.style.lineEnding;
  return text.slice(0, first.start) + parts.join("") + text.slice(last.end);
}

/** A page that couldn't be parsed is one single block. */
function isUnparsed(doc: Node): boolean {
  return doc.childCount === 1 && doc.firstChild?.attrs.kind === "page";
}

function firstEdited(doc: Node): number {
  return doc.children.findIndex((child) => findOrigin(child) === undefined);
}
