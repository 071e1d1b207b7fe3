import { element, type HtmlElement } from "../html/html-node.ts";

/** The sign beside a heading that a reader copies the address from. */
export function headingLink(id: string, title: string): HtmlElement {
  const attributes = { class: "heading-link", href: `#${encodeURIComponent(id)}`, "aria-label": `Link to ${title}` };
  return element("a", attributes, ["#"]);
}
