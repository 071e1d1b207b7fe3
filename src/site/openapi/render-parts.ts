import { element, type HtmlElement, type HtmlNode } from "../html/html-node.ts";
import { headingElement } from "../page/headings.ts";
import type { ApiContext } from "./api-context.ts";

/** A heading of the page, with marks at its end. */
export function sectionHeading(title: string, context: ApiContext, marks: HtmlNode[] = []): HtmlNode {
  const heading = headingElement("h2", [title], undefined, context) as HtmlElement;
  return {
    ...heading,
    attributes: { ...heading.attributes, class: "api-heading" },
    children: [...heading.children, ...marks],
  };
}

/** The description is served at its own path. */
export function specLink({ file }: ApiContext): HtmlNode {
  return element("a", { href: `/${file.split("/").map(encodeURIComponent).join("/")}` }, ["API description"]);
}

export function methodBadge(method: string): HtmlElement {
  return element("span", { class: `method method-badge ${method}` }, [method.toUpperCase()]);
}

export function mediaType(type: string): HtmlNode {
  return element("span", { class: "media-type" }, [type]);
}
