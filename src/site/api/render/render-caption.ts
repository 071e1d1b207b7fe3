import { element, type HtmlNode } from "../../ground/html/html-node.ts";

/** A small title over content that is there. */
export function captioned(title: string, content: HtmlNode[]): HtmlNode[] {
  return content.length === 0 ? [] : [caption(title), ...content];
}

export function caption(title: string): HtmlNode {
  return element("p", { class: "fields-caption" }, [title]);
}
