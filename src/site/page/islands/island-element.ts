import { element, type HtmlElement, type HtmlNode } from "../../ground/html/html-node.ts";
import type { IslandMark, MarkdownNode } from "../page-tree.ts";

/**
 * The element that the browser finds. A component inside a line of text stays in that line. A span may contain blocks
 * without ending the paragraph around it.
 */
export function islandElement(node: MarkdownNode, mark: IslandMark, children: HtmlNode[]): HtmlElement {
  if (mark.kind === "slot") {
    return element("span", { "data-island-slot": mark.number, hidden: mark.isHidden }, children);
  }
  if (mark.kind === "part") return element("span", { "data-island-part": mark.number }, children);
  const attributes = {
    "data-island": mark.src,
    "data-name": node.name ?? "",
    "data-props": mark.props === "{}" ? undefined : mark.props,
    "data-parts": mark.parts === "[]" ? undefined : mark.parts,
  };
  return element(node.type === "mdxJsxTextElement" ? "span" : "div", attributes, children);
}
