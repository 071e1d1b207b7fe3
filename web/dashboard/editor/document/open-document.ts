import type { Node } from "prosemirror-model";
import { mapTree } from "./map-blocks.ts";
import { setOrigin } from "./node-origin.ts";
import { pageSchema } from "./page-schema.ts";
import { type PageFormat, parseTree } from "./parse-tree.ts";

/** A page in visual mode, with the source that it was made from. */
export interface PageDocument {
  source: string;
  doc: Node;
  format: PageFormat;
}

/** A page that can't be parsed becomes one opaque block with the parser's message. */
export function openDocument(source: string, format: PageFormat): PageDocument {
  const { doc } = readDocument(source, format);
  return { source, doc, format };
}

export interface ReadDocument {
  doc: Node;
  /** The reason why the page can't be parsed. */
  message?: string;
}

export function readDocument(source: string, format: PageFormat): ReadDocument {
  try {
    const doc = mapTree(parseTree(source, format), source);
    doc.check();
    return { doc };
  } catch (error) {
    const message = describeParseError(error);
    const block = pageSchema.nodes.opaque.create({ source: source.replaceAll(/\r\n?/g, "\n"), kind: "page", message });
    setOrigin(block, { text: source, prefix: "" });
    const children = [{ node: block, start: 0, end: source.length }];
    return {
      doc: setOrigin(pageSchema.nodes.doc.create(null, block), { text: source, prefix: "", children }),
      message,
    };
  }
}

function describeParseError(error: unknown): string {
  // The parser and the mapping are recursive, so a deeply nested page can exceed the stack.
  if (error instanceof RangeError) return "The page is nested too deeply for visual mode.";
  return error instanceof Error ? error.message : String(error);
}
