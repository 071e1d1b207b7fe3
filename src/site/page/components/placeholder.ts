import { element, type HtmlNode } from "../../ground/html/html-node.ts";

/** Stands visibly where something could not be drawn, so that neither author nor reader misses that it is missing. */
export function placeholder(what: string, children: HtmlNode[], inline: boolean): HtmlNode {
  const label = element("span", { class: "placeholder-label" }, [`${what} cannot be shown`]);
  return element(inline ? "span" : "div", { class: "placeholder" }, [label, ...children]);
}
