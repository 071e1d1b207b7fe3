import { BuildProblem } from "../../ground/build-problem.ts";
import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { collectClasses } from "../author-classes.ts";
import { renderFence } from "../code/render-fence.ts";
import { renderDisplayedMath, renderInlineMath } from "../math/render-math.ts";
import type { MarkdownNode } from "../page-tree.ts";
import { renderFootnoteReference } from "./footnotes.ts";
import { renderHeading } from "./headings.ts";
import { inlineCode } from "./inline-code.ts";
import { renderExpression, renderJsxElement } from "./jsx-element.ts";
import { renderImage, renderImageReference, renderLink, renderLinkReference } from "./links-and-images.ts";
import { renderList, renderListItem } from "./lists.ts";
import { renderParagraph } from "./paragraphs.ts";
import type { RenderContext } from "./render-context.ts";
import { renderTable } from "./tables.ts";

type NodeRenderer = (node: MarkdownNode, context: RenderContext) => HtmlNode[];

/** One renderer for each kind of node. A kind that is not here prints its children, so no text is ever lost. */
const renderers: Record<string, NodeRenderer> = {
  text: (node) => [node.value ?? ""],
  paragraph: renderParagraph,
  heading: renderHeading,
  thematicBreak: () => [element("hr", {})],
  blockquote: wrapIn("blockquote"),
  list: renderList,
  listItem: renderListItem,
  table: renderTable,
  code: renderFence,
  math: renderDisplayedMath,
  inlineMath: renderInlineMath,
  inlineCode: (node) => [inlineCode(node.value ?? "")],
  emphasis: wrapIn("em"),
  strong: wrapIn("strong"),
  delete: wrapIn("del"),
  break: () => [element("br", {}), "\n"],
  link: renderLink,
  linkReference: renderLinkReference,
  image: renderImage,
  imageReference: renderImageReference,
  footnoteReference: renderFootnoteReference,
  html: renderRawHtml,
  mdxJsxFlowElement: renderJsxElement,
  mdxJsxTextElement: renderJsxElement,
  mdxFlowExpression: renderExpression,
  mdxTextExpression: renderExpression,
  fromOutside: (node, context) => node.renderOutside?.(node.children) ?? renderNodes(node.children, context),
  definition: () => [],
  footnoteDefinition: () => [],
  mdxjsEsm: () => [],
  yaml: () => [],
};

export function renderNodes(nodes: MarkdownNode[] | undefined, context: RenderContext): HtmlNode[] {
  const html: HtmlNode[] = [];
  for (const node of nodes ?? []) {
    countNode(context);
    const renderer = Object.hasOwn(renderers, node.type) ? renderers[node.type] : undefined;
    html.push(...(renderer === undefined ? renderNodes(node.children, context) : renderer(node, context)));
  }
  return html;
}

const classAttribute = /\bclass\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

function renderRawHtml({ value: rawHtml = "" }: MarkdownNode, { page }: RenderContext): HtmlNode[] {
  for (const [, quoted, singleQuoted = ""] of rawHtml.matchAll(classAttribute)) {
    collectClasses(quoted ?? singleQuoted, page.authorClasses);
  }
  return [{ rawHtml }];
}

function wrapIn(tag: string): NodeRenderer {
  return (node, context) => [element(tag, {}, renderNodes(node.children, context))];
}

/** Each file is measured when it is parsed; this adds them up, because a snippet can be included many times. */
function countNode({ page, file }: RenderContext): void {
  page.nodesRendered += 1;
  if (page.nodesRendered > page.limits.treeNodesMax) {
    throw new BuildProblem(`the page has more than ${page.limits.treeNodesMax} elements with its snippets`, {
      file,
      hint: "include fewer snippets or split the page",
    });
  }
}
