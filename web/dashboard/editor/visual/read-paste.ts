import { Slice } from "prosemirror-model";
import { cleanHtml, pastedHtmlCharactersMax } from "../document/clean-html.ts";
import { readDocument } from "../document/open-document.ts";
import { pageSchema } from "../document/page-schema.ts";
import type { PageFormat } from "../document/parse-tree.ts";
import { pasteMarkdown, pasteText } from "../document/paste.ts";

/** Reads pasted content. Text from this editor, and text that looks like Markdown, is parsed as Markdown. */
export function readPaste({ html, text }: { html: string; text: string }, format: PageFormat): Slice | undefined {
  // ProseMirror marks content that was copied from the editor. Its text is the Markdown of the selection.
  const isOwn = html.includes("data-pm-slice");
  const isHtml = html !== "" && html.length <= pastedHtmlCharactersMax && !isOwn;
  if (isHtml && !isCodeEditor(html)) {
    // A document made by `DOMParser` has no window: nothing in it is loaded or run.
    const { body } = new DOMParser().parseFromString(html, "text/html");
    const slice = cleanHtml(body);
    if (slice.size > 0) return slice;
  }
  if (text.trim() === "") return undefined;
  return isOwn || isMarkdown(text) ? pasteMarkdown(text, format) : pasteText(text);
}

/** The blocks of a source, or the parser's message. */
export function readSource(text: string, format: PageFormat): Slice | string {
  const { doc, message } = readDocument(text, format);
  if (message !== undefined) return message;
  const frontmatter = doc.firstChild?.type === pageSchema.nodes.frontmatter ? doc.firstChild.nodeSize : 0;
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
