import { headingLink } from "../components/heading-link.ts";
import { element, type HtmlNode, textOf } from "../html/html-node.ts";
import type { MarkdownNode } from "./markdown-node.ts";
import type { RenderContext } from "./render-context.ts";

const lowestLevel = 2;
const highestLevel = 6;

/** The title of the page is the only H1, so headings of the body start at H2. */
export function renderHeading(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const level = Math.min(Math.max(node.depth ?? lowestLevel, lowestLevel), highestLevel);
  const children = context.renderNodes(node.children, context);
  const chosen = node.data?.hProperties?.id;
  return [headingElement(`h${level}`, children, typeof chosen === "string" ? chosen : undefined, context)];
}

/** A heading with its id and the link that lets a reader copy it. */
export function headingElement(
  tag: string,
  children: HtmlNode[],
  chosenId: string | undefined,
  context: Pick<RenderContext, "page">,
): HtmlNode {
  const { headingIds, words } = context.page;
  const text = textOf(children).trim();
  const id = chosenId === undefined ? headingIds.idFor(text) : headingIds.claim(chosenId);
  return element(tag, { id }, [...children, headingLink(id, text, words)]);
}
