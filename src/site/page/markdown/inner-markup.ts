import { type HtmlNode, isElement } from "../../ground/html/html-node.ts";
import { parseMarkup } from "../../ground/html/parse-markup.ts";
import { collectClasses } from "../author-classes.ts";
import type { MarkdownNode } from "../page-tree.ts";
import { isPlainObject, type Props } from "./props.ts";
import type { RenderContext } from "./render-context.ts";

/**
 * The elements of `dangerouslySetInnerHTML={{ __html: "…" }}`. They are parsed by themselves, so they cannot close what
 * stands around them, and go through the sanitiser with the rest of the page.
 */
export function innerMarkup(props: Props, node: MarkdownNode, context: RenderContext): HtmlNode[] | undefined {
  const given = props.dangerouslySetInnerHTML;
  if (!isPlainObject(given) || typeof given.__html !== "string") return undefined;
  const nodes = parseMarkup(given.__html, context.page.limits.treeDepthMax);
  if (nodes === undefined) context.warn(`<${node.name}> has raw HTML that is too long or nested too deep`, node);
  return nodes?.map((inner) => withoutMarks(inner, context.page.authorClasses));
}

/** `data-` marks belong to our own components. */
function withoutMarks(node: HtmlNode, classes: Set<string>): HtmlNode {
  if (!isElement(node)) return node;
  const attributes = Object.fromEntries(Object.entries(node.attributes).filter(([name]) => !name.startsWith("data-")));
  if (typeof attributes.class === "string") collectClasses(attributes.class, classes);
  return { ...node, attributes, children: node.children.map((child) => withoutMarks(child, classes)) };
}
