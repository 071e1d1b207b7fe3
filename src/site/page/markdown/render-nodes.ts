import { BuildProblem } from "../../shared/build-problem.ts";
import { element, type HtmlElement, type HtmlNode, isElement } from "../../shared/html/html-node.ts";
import { nearestWord } from "../../source/config/nearest-word.ts";
import { collectClasses } from "../author-classes.ts";
import { renderFence } from "../code/render-fence.ts";
import { componentProps, findComponent } from "../components/registry.ts";
import { renderDisplayedMath, renderInlineMath } from "../math/render-math.ts";
import type { IslandMark, MarkdownNode } from "../page-tree.ts";
import { renderParagraph } from "./flow-content.ts";
import { renderFootnoteReference } from "./footnotes.ts";
import { renderHeading } from "./headings.ts";
import { renderHtmlElement } from "./html-element.ts";
import { renderImage, renderImageReference, renderLink, renderLinkReference } from "./links-and-images.ts";
import { readProps } from "./props.ts";
import type { RenderContext } from "./render-context.ts";
import { noteRange } from "./source-marks.ts";
import { renderTable } from "./tables.ts";

type NodeRenderer = (node: MarkdownNode, context: RenderContext) => HtmlNode[];

/** One renderer per node type. Unknown types render their children, so no text is ever lost. */
const renderers: Record<string, NodeRenderer> = {
  text: (node) => [node.value ?? ""],
  paragraph: renderParagraph,
  heading: renderHeading,
  thematicBreak: () => [element("hr", {})],
  blockquote: wrapIn("blockquote"),
  list: renderList,
  listItem: (node, context) => [listItem(node, node.spread === true, context)],
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
    const made = renderer === undefined ? renderNodes(node.children, context) : renderer(node, context);
    html.push(...(unmarked.has(node.type) ? made : noteRange(made, node, context)));
  }
  return html;
}

/** Inline nodes that get no source mark. Blocks and inline nodes that may become blocks get a source mark. */
const unmarked: ReadonlySet<string> = new Set(
  "text inlineCode inlineMath emphasis strong delete break link linkReference footnoteReference fromOutside".split(" "),
);

const classAttribute = /\bclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;

function renderRawHtml(node: MarkdownNode, { page, place }: RenderContext): HtmlNode[] {
  const { value: rawHtml = "" } = node;
  for (const [, quoted, singleQuoted, bare = ""] of rawHtml.matchAll(classAttribute)) {
    collectClasses(quoted ?? singleQuoted ?? bare, page.authorClasses);
  }
  return [{ rawHtml, source: place(node) }];
}

function wrapIn(tag: string): NodeRenderer {
  return (node, context) => [element(tag, {}, renderNodes(node.children, context))];
}

/** Limits the size of the whole page. Files are checked one by one, but a snippet can be included many times. */
function countNode({ page, file }: RenderContext): void {
  page.nodesRendered += 1;
  if (page.nodesRendered > page.limits.treeNodesMax) {
    throw new BuildProblem(`the page and its snippets have more than ${page.limits.treeNodesMax} elements`, {
      file,
      hint: "include fewer snippets or split the page",
    });
  }
}

/** A command-line flag: `--wait`, or the `--` that ends the flags. */
const flag = /(?<!\S)(--[\w-]{0,32})(?=[\s=]|$)/;

/** Inline code. Browsers break lines after every hyphen, even inside `--`, so flags are kept together. */
function inlineCode(code: string): HtmlNode {
  const parts = code.split(flag);
  const nodes = parts.map((part, index) => (index % 2 === 1 ? element("span", { class: "code-flag" }, [part]) : part));
  return element(
    "code",
    {},
    nodes.filter((part) => part !== ""),
  );
}

function renderList(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const { children = [] } = node;
  const isLoose = node.spread === true || children.some((item) => item.spread);
  const items = children.flatMap((item) => noteRange([listItem(item, isLoose, context)], item, context));
  if (!node.ordered) {
    const hasTasks = children.some((item) => typeof item.checked === "boolean");
    return [element("ul", hasTasks ? { class: "task-list" } : {}, items)];
  }
  const start = node.start ?? 1;
  return [element("ol", start === 1 ? {} : { start }, items)];
}

/** In a tight list, text is directly in the item. In a loose list, each part of the item keeps its paragraph. */
function listItem(item: MarkdownNode, isLoose: boolean, context: RenderContext): HtmlNode {
  const children = (item.children ?? []).flatMap((child) =>
    renderNodes(child.type === "paragraph" && !isLoose ? child.children : [child], context),
  );
  if (typeof item.checked !== "boolean") return element("li", {}, children);
  const box = element("input", {
    type: "checkbox",
    checked: item.checked,
    disabled: true,
    "aria-label": item.checked ? context.page.words.done : context.page.words.notDone,
  });
  return element("li", { class: "task" }, [box, " ", ...children]);
}

/** Renders a built-in component, an HTML element or a snippet: `<Note>`, `<div>` or `<Imported />`. */
function renderJsxElement(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const name = node.name ?? "";
  const isInline = node.type === "mdxJsxTextElement";
  if (node.island?.kind === "handlers") return withHandlers(renderHtmlElement(node, context), node.island);
  if (node.island !== undefined) return [islandElement(node, node.island, renderNodes(node.children, context))];
  if (node.isRefused) return placeholder(`<${name}>`, renderNodes(node.children, context), isInline, context);
  if (node.snippet !== undefined) return context.renderSnippet(node.snippet, node, context);
  if (/^[a-z]/.test(name)) return renderHtmlElement(node, context);
  const component = findComponent(name);
  if (component !== undefined) {
    return component({ name, props: readProps(node), children: node.children ?? [], node }, context);
  }
  // The children of an unknown component stay readable.
  const children = renderNodes(node.children, context);
  const nearest = nearestWord(name, [...componentProps.keys()]);
  context.warn(`<${name}> is neither a built-in component nor a snippet of this page`, node, {
    hint:
      nearest === undefined
        ? "check the spelling (names are case-sensitive), or import the snippet that defines it"
        : `did you mean <${nearest}>? Names are case-sensitive`,
  });
  return placeholder(`<${name}>`, children, isInline, context);
}

/** An expression that couldn't be evaluated; the reason has already been reported. */
function renderExpression(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  return placeholder("expression", [], node.type === "mdxTextExpression", context);
}

/** Shows authors a placeholder for a component that can't be rendered. Readers only see its children. */
function placeholder(what: string, children: HtmlNode[], inline: boolean, { page }: RenderContext): HtmlNode[] {
  if (page.settings.marksRefused !== true) return children;
  const label = element("span", { class: "placeholder-label" }, [`${what} cannot be shown`]);
  return [element(inline ? "span" : "div", { class: "placeholder" }, [label, ...children])];
}

/** Names the module whose functions the browser adds to an element. */
function withHandlers(nodes: HtmlNode[], { src, names }: Extract<IslandMark, { kind: "handlers" }>): HtmlNode[] {
  const attributes = { "data-island": src, "data-handlers": names };
  return nodes.map((node) => (isElement(node) ? { ...node, attributes: { ...node.attributes, ...attributes } } : node));
}

/**
 * The element that the browser takes over. A component in a line of text is a span: a browser doesn't end the paragraph
 * before a span, even if it contains blocks.
 */
function islandElement(
  node: MarkdownNode,
  mark: Exclude<IslandMark, { kind: "handlers" }>,
  children: HtmlNode[],
): HtmlElement {
  if (mark.kind === "slot") {
    return element("span", { "data-island-slot": mark.number, hidden: mark.isHidden }, children);
  }
  if (mark.kind === "part") return element("span", { "data-island-part": mark.number }, children);
  const attributes = {
    "data-island": mark.src,
    "data-name": node.name ?? "",
    "data-props": mark.props === "{}" ? undefined : mark.props,
    "data-parts": mark.parts === "[]" ? undefined : mark.parts,
  };
  return element(node.type === "mdxJsxTextElement" ? "span" : "div", attributes, children);
}
