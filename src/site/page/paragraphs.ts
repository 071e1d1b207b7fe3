import { element, type HtmlNode, isElement } from "../html/html-node.ts";
import type { MarkdownNode } from "./markdown-node.ts";
import type { RenderContext } from "./render-context.ts";

const blockTags: ReadonlySet<string> = new Set(
  "article aside blockquote details div dl figure h1 h2 h3 h4 h5 h6 hr ol p pre section table ul".split(" "),
);

/** A paragraph. With only components in it, it is no paragraph: `<Card />` on its own line stands for itself. */
export function renderParagraph(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const children = context.renderNodes(node.children, context);
  if (node.children?.every(isComponentOrSpace)) return children;
  // A browser closes <p> before any block, which would tear the paragraph apart.
  const holdsBlock = children.some((child) => isElement(child) && blockTags.has(child.tag));
  return [element(holdsBlock ? "div" : "p", holdsBlock ? { class: "paragraph" } : {}, children)];
}

function isComponentOrSpace(node: MarkdownNode): boolean {
  if (node.type === "text") return node.value?.trim() === "";
  if (node.type === "mdxTextExpression") return true;
  return node.type === "mdxJsxTextElement" && /^[A-Z]/.test(node.name ?? "") && !inlineComponents.has(node.name ?? "");
}

/** Components that stand in a line of text; alone in a paragraph they still need its space around them. */
const inlineComponents: ReadonlySet<string> = new Set(["Icon", "Badge", "Tooltip", "Link"]);
