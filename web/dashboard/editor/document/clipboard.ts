import { Fragment, type Node, Slice } from "prosemirror-model";
import { cleanHtml } from "./clean-html.ts";
import { readMarkdownStyle } from "./markdown-style.ts";
import { type PageDocument, readDocument } from "./open-document.ts";
import { pageSchema } from "./page-schema.ts";
import type { PageFormat } from "./parse-tree.ts";
import { writeBlock } from "./write-block.ts";

const { nodes } = pageSchema;

/** HTML longer than this isn't parsed. */
const pastedHtmlCharactersMax = 1_000_000;

/** Text longer than this is pasted as plain paragraphs, because parsing it would block the page. */
const pastedCharactersMax = 200_000;

export interface Paste {
  slice: Slice;
  /** The kinds of content that were left out, in words. */
  losses: ReadonlySet<string>;
}

/** Reads pasted content. Text from this editor, and text that looks like Markdown, is parsed as Markdown. */
export function readPaste({ html, text }: { html: string; text: string }, format: PageFormat): Paste | undefined {
  // ProseMirror marks content that was copied from the editor. Its text is the Markdown of the selection.
  const isOwn = html.includes("data-pm-slice");
  const isHtml = html !== "" && html.length <= pastedHtmlCharactersMax && !isOwn;
  if (isHtml && !isCodeEditor(html)) {
    // A document made by `DOMParser` has no window: nothing in it is loaded or run.
    const { body } = new DOMParser().parseFromString(html, "text/html");
    const isOnlyText = body.querySelector(formattedElements) === null;
    const paste = cleanHtml(body, format);
    if ((paste.slice.size > 0 && !isOnlyText) || text.trim() === "") return paste.slice.size > 0 ? paste : undefined;
  }
  if (text.trim() === "") return undefined;
  const slice = isOwn || isMarkdown(text) ? pasteMarkdown(text, format) : pasteText(text);
  return { slice, losses: new Set() };
}

/** Without any of these, HTML says nothing that its plain text doesn't. Terminals and raw files are pasted like this. */
const formattedElements =
  "p, h1, h2, h3, h4, h5, h6, table, ul, ol, blockquote, a[href], img, b, strong, i, em, s, del, code, [style*='font-weight'], [style*='font-style']";

/** The blocks of a source, or the parser's message. */
export function readSource(text: string, format: PageFormat): Slice | string {
  const { doc, message } = readDocument(text, format);
  if (message !== undefined) return message;
  const frontmatter = doc.firstChild?.type === nodes.frontmatter ? doc.firstChild.nodeSize : 0;
  return new Slice(doc.content.cut(frontmatter), 0, 0);
}

/** Code editors add HTML with syntax colors, and people copy Markdown from them. */
function isCodeEditor(html: string): boolean {
  return (
    /font-family:[^;"]{0,80}(?:monospace|consolas|menlo|monaco)/i.test(html.slice(0, 4_000)) &&
    !/<(?:p|h[1-6]|table)\b/i.test(html)
  );
}

const markdownLine = /^(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |```|\||<[A-Z][\w.]*[\s/>]|---$)/m;
const markdownText = /\*\*[^*\s][^*\n]*\*\*|`[^`\n]+`|\[[^[\]\n]+\]\([^()\n]+\)/;

function isMarkdown(text: string): boolean {
  return markdownLine.test(text) || markdownText.test(text);
}

/** Turns pasted Markdown or MDX into content. Invalid MDX is pasted as plain text. */
export function pasteMarkdown(text: string, format: PageFormat): Slice {
  const plain = text.replaceAll(/\r\n?/g, "\n");
  if (plain.length > pastedCharactersMax) return pasteText(plain);
  const { doc, message } = readDocument(plain, format);
  if (message !== undefined) return pasteText(plain);
  const blocks = doc.children.filter(({ type }) => type !== nodes.frontmatter);
  const [first, last] = [blocks.at(0), blocks.at(-1)];
  if (first === undefined || last === undefined) return Slice.empty;
  // A paragraph at either end continues the text at the cursor.
  const isOpen = (node: Node) => node.type === nodes.paragraph;
  return new Slice(Fragment.fromArray(blocks), isOpen(first) ? 1 : 0, isOpen(last) ? 1 : 0);
}

/** Lines that are all about this long were wrapped by a program, such as a mail client. */
const wrappedCharactersMin = 55;

/** A prompt, or columns that are aligned with spaces. */
const terminalLine = /^(?:[$%] |[\w.-]{1,64}@[^\n$%#]{1,80}[$%#] |[ \t]{2,}\S)|\S {2,}\S|\t/m;

/** Turns pasted plain text into paragraphs, split at blank lines. Output of a terminal becomes a code block. */
export function pasteText(text: string): Slice {
  const plain = text.replaceAll(/\r\n?/g, "\n").replace(/^\n+/, "").trimEnd();
  if (plain.includes("\n") && terminalLine.test(plain)) {
    return new Slice(Fragment.from(nodes.codeBlock.create(null, pageSchema.text(plain))), 0, 0);
  }
  const paragraphs = plain
    .split(/\n[ \t]*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => nodes.paragraph.create(null, toLines(paragraph.trim())));
  return paragraphs.length === 0 ? Slice.empty : new Slice(Fragment.fromArray(paragraphs), 1, 1);
}

function toLines(paragraph: string): Node[] {
  const lines = paragraph.split("\n").map((line) => line.trim());
  const isWrapped = lines.slice(0, -1).every((line) => line.length >= wrappedCharactersMin);
  if (isWrapped) return [pageSchema.text(lines.join(" "))];
  return lines.flatMap((line, index) => [
    ...(index === 0 ? [] : [nodes.hardBreak.create()]),
    ...(line === "" ? [] : [pageSchema.text(line)]),
  ]);
}

/** The Markdown of a selection, for the clipboard. Complete blocks that weren't edited keep their source. */
export function copyMarkdown(page: PageDocument, slice: Slice): string {
  const context = {
    style: { ...readMarkdownStyle(page.doc), lineEnding: "\n" },
    format: page.format,
    level: "escaped",
    writeBlock,
  } as const;
  return toBlocks(slice)
    .map((block) => writeBlock(block, undefined, "", context).replaceAll(/\r\n?/g, "\n"))
    .join("\n\n");
}

/** A selection may consist of text, list items or table cells, which aren't complete blocks. */
function toBlocks({ content }: Slice): Node[] {
  if (content.firstChild?.isInline === true) return [nodes.paragraph.create(null, content)];
  return content.content.flatMap((node) => {
    if (node.type === nodes.listItem) return [nodes.bulletList.create(null, node)];
    if (node.type === nodes.tableRow) return [nodes.table.create(null, node)];
    if (node.type === nodes.tableCell || node.type === nodes.tableHeader)
      return [nodes.paragraph.create(null, node.content)];
    return [node];
  });
}
