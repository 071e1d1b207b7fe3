import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import type { MarkdownNode } from "../page-tree.ts";
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
  let lastLine: number | undefined;
  for (const node of nodes) {
    // The parser drops the space between elements that fill a line, and the empty line between two such lines.
    if (node.type === "mdxJsxFlowElement" && words.length > 0) {
      const isNewParagraph = lastLine !== undefined && (node.position?.start.line ?? 0) > lastLine + 1;
      if (isNewParagraph) endParagraph();
      else words.push(" ");
    }
    lastLine = node.position?.end?.line;
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
