import { element, type HtmlElement, type HtmlNode, textOf } from "../../shared/html/html-node.ts";
import { type ArticleWords, fillWord } from "../../translations/find-translations.ts";
import type { MarkdownNode } from "../page-tree.ts";
import type { RenderContext } from "./render-context.ts";

const levelMax = 6;

/** The title shown above the text is the page's H1, so headings in the text start at H2. */
export function renderHeading(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const levelMin = context.page.hasOwnTitle ? 1 : 2;
  const level = Math.min(Math.max(node.depth ?? levelMin, levelMin), levelMax);
  const children = context.renderNodes(node.children, context);
  const { id } = node.data?.hProperties ?? {};
  const chosen = typeof id === "string" ? id : undefined;
  // The title is shown elsewhere, but links to it must still work.
  if (node.isTitle)
    return [
      element("div", { class: "title-place", id: context.page.headingIds.idFor(textOf(children).trim(), chosen) }),
    ];
  return [headingElement(`h${level}`, children, chosen, context)];
}

/**
 * A heading with its ID and a link for copying the heading's address. An H1 has no link, because titles have their own
 * layout.
 */
export function headingElement(
  tag: string,
  children: HtmlNode[],
  chosenId: string | undefined,
  context: Pick<RenderContext, "page">,
): HtmlElement {
  const text = textOf(children).trim();
  const id = context.page.headingIds.idFor(text, chosenId);
  return element(tag, { id }, tag === "h1" ? children : [...children, headingLink(id, text, context.page.words)]);
}

/** The link next to a heading. Its `#` is drawn by the stylesheet, so that it isn't part of the heading's text. */
export function headingLink(id: string, title: string, { linkTo }: ArticleWords): HtmlElement {
  const attributes = {
    class: "heading-link",
    href: `#${encodeURIComponent(id)}`,
    "aria-label": fillWord(linkTo, { title }),
  };
  return element("a", attributes);
}
