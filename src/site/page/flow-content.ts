import { element, type HtmlNode } from "../html/html-node.ts";
import type { MarkdownNode } from "./markdown-node.ts";
import { isBlock } from "./paragraphs.ts";
import type { RenderContext } from "./render-context.ts";

/**
 * The content of a page or a box. `<Note>text</Note>` on one line has no paragraph of its own, and `<Note>` over several
 * lines has one; a line with nothing but badges has none either. All shall look the same, so loose words get theirs here.
 */
export function flowContent(nodes: MarkdownNode[], context: RenderContext): HtmlNode[] {
  const content: HtmlNode[] = [];
  let words: HtmlNode[] = [];
  const endParagraph = () => {
    if (words.some((node) => typeof node !== "string" || node.trim() !== "")) content.push(element("p", {}, words));
    words = [];
  };
  for (const node of nodes) {
    // The parser drops the space between elements that fill a line.
    if (node.type === "mdxJsxFlowElement" && words.length > 0) words.push(" ");
    for (const part of context.renderNodes([node], context)) {
      if (isBlock(part)) {
        endParagraph();
        content.push(part);
      } else words.push(part);
    }
  }
  endParagraph();
  return content;
}
