import { element, type HtmlElement, type HtmlNode } from "../../ground/html/html-node.ts";
import { slugOf } from "../../page/markdown/heading-ids.ts";
import { headingElement } from "../../page/markdown/headings.ts";
import { type ArticleWords, english } from "../../translations/find-translations.ts";
import { isWebAddress } from "../read/spec-path.ts";
import type { ApiContext } from "./api-context.ts";

/** A heading of the page, with marks at its end. Its address is the same in every language. */
export function sectionHeading(title: keyof ArticleWords, context: ApiContext, marks: HtmlNode[] = []): HtmlNode {
  const id = slugOf(english.article[title]);
  const heading = headingElement("h2", [context.page.words[title]], id, context) as HtmlElement;
  return {
    ...heading,
    attributes: { ...heading.attributes, class: "api-heading" },
    children: [...heading.children, ...marks],
  };
}

/** The description is served at its own path, or stands elsewhere. */
export function specLink({ file, page }: ApiContext): HtmlNode {
  const href = isWebAddress(file) ? file : `/${file.split("/").map(encodeURIComponent).join("/")}`;
  return element("a", { href }, [page.words.apiDescription]);
}

/** The words of the description, below the title. */
export function lead(description: HtmlNode[]): HtmlNode[] {
  return description.length === 0 ? [] : [element("div", { class: "api-lead" }, description)];
}

export function methodBadge(method: string): HtmlElement {
  return element("span", { class: `method method-badge ${method}` }, [method.toUpperCase()]);
}

export function mediaType(type: string): HtmlNode {
  return element("span", { class: "media-type" }, [type]);
}

/** A sentence with elements in place of its `{words}`; where they stand depends on the language. */
export function fillNodes(sentence: string, values: Record<string, HtmlNode>): HtmlNode[] {
  return sentence.split(/(\{\w+\})/).flatMap((part) => {
    const value = part.startsWith("{") ? values[part.slice(1, -1)] : part;
    return value === undefined || value === "" ? [] : [value];
  });
}
