import { Fragment, type Node, Slice } from "prosemirror-model";
import { readDocument } from "./open-document.ts";
import { pageSchema } from "./page-schema.ts";
import type { PageFormat } from "./parse-tree.ts";

/** Text longer than this is pasted as plain paragraphs, because parsing it would block the page. */
const pastedCharactersMax = 200_000;

/** Turns pasted Markdown or MDX into content. Invalid MDX is pasted as plain text. */
export function pasteMarkdown(text: string, format: PageFormat): Slice {
  const plain = text.replaceAll(/\r\n?/g, "\n");
  if (plain.length > pastedCharactersMax) return pasteText(plain);
  const { doc, message } = readDocument(plain, format);
  if (message !== undefined) return pasteText(plain);
  const blocks = doc.children.filter(({ type }) => type !== pageSchema.nodes.frontmatter);
  const [first, last] = [blocks.at(0), blocks.at(-1)];
  if (first === undefined || last === undefined) return Slice.empty;
  // A paragraph at either end continues the text at the cursor.
  const isOpen = (node: Node) => node.type === pageSchema.nodes.paragraph;
  return new Slice(Fragment.fromArray(blocks), isOpen(first) ? 1 : 0, isOpen(last) ? 1 : 0);
}

/** Blank lines separate paragraphs. */
export function pasteText(text: string): Slice {
  const paragraphs = text
    .replaceAll(/\r\n?/g, "\n")
    .split("\n\n")
    .map((paragraph) => paragraph.replaceAll("\n", " ").trim())
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => pageSchema.nodes.paragraph.create(null, pageSchema.text(paragraph)));
  return paragraphs.length === 0 ? Slice.empty : new Slice(Fragment.fromArray(paragraphs), 1, 1);
}
