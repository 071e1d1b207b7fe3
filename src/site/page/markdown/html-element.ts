import {
  authorAttributes,
  authorDataName,
  droppedTags,
  formTags,
  svgAttributes,
} from "../../shared/html/allowed-html.ts";
import {
  authorClass,
  element,
  type HtmlAttributes,
  type HtmlElement,
  type HtmlNode,
  isElement,
} from "../../shared/html/html-node.ts";
import { parseMarkup } from "../../shared/html/parse-markup.ts";
import { styleObjectText } from "../../shared/html/safe-style.ts";
import { collectClasses } from "../author-classes.ts";
import { altProp, pictureNode } from "../components/picture.ts";
import type { MarkdownNode } from "../page-tree.ts";
import { headingElement } from "./headings.ts";
import { imageElement, linkElement } from "./links-and-images.ts";
import { takeAuthorCode, takeRawCode } from "./page-code.ts";
import { flagProp, isPlainObject, type Props, readProps, textProp } from "./props.ts";
import type { RenderContext } from "./render-context.ts";
import { resolveFiles } from "./resolve-site-url.ts";

const renamed: Record<string, string> = {
  class: authorClass,
  className: authorClass,
  htmlFor: "for",
  xlinkHref: "xlink:href",
};
const kebabInSvg = /^(?:stroke|fill|clip|stop|font|text|letter|dominant|marker|flood|color|paint|mask)[A-Z]/;
const notKebab = /^(?:clipPathUnits|maskUnits|maskContentUnits|marker(?:Width|Height|Units))$/;

/** An HTML element written as JSX. The sanitizer removes everything that isn't on its allowlists. */
export function renderHtmlElement(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const tag = node.name ?? "";
  if (tag === "style" || tag === "script" || tag === "form") {
    const taken = takeAuthorCode(tag, node, context);
    if (taken !== undefined) return taken;
  }
  const { code, settings } = context.page;
  const isField = code !== undefined && settings.withAuthorCode === true && formTags.has(tag);
  if (droppedTags.has(tag) && tag !== "title" && !isField) {
    const hint = tag === "link" ? "add the stylesheet to the project as a .css file" : undefined;
    context.warn(`<${tag}> is not allowed in a page and is left out`, node, { hint });
    return [];
  }
  const props = readProps(node);
  if (tag === "img") {
    const { src: _, ...attributes } = htmlAttributes(props, context);
    const image = imageElement(
      { ...textAttributes(attributes), src: textProp(props, "src") ?? "", alt: altProp(props) },
      node,
      context,
    );
    return [pictureNode(image, props, context.page.words)];
  }
  const children = contentOf(tag, innerMarkup(props, node, context) ?? context.renderNodes(node.children, context));
  if (tag === "a" && textProp(props, "href") !== undefined) {
    const link = linkElement(textProp(props, "href") ?? "", children, node, context, textProp(props, "title"));
    return [{ ...link, attributes: { ...htmlAttributes(props, context), ...link.attributes } }];
  }
  if (/^h[1-6]$/.test(tag)) return [htmlHeading(tag, props, children, context)];
  // Links, files and attributes are checked later. A warning about them needs the line in the file.
  return [{ ...element(tag, htmlAttributes(props, context), children), source: context.place(node) }];
}

function htmlHeading(tag: string, props: Props, children: HtmlNode[], context: RenderContext): HtmlNode {
  const attributes = htmlAttributes(props, context);
  if (flagProp(props, "noAnchor")) return element(tag, attributes, children);
  const heading = headingElement(tag, children, textProp(props, "id"), context);
  return { ...heading, attributes: { ...attributes, ...heading.attributes } };
}

/** Converts JSX names to HTML names. The sanitizer drops and reports what isn't allowed. */
function htmlAttributes(props: Props, context: RenderContext): HtmlAttributes {
  const attributes: HtmlAttributes = {};
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("data-")) {
      const own = authorDataName(name);
      if (own !== undefined && typeof value !== "object") attributes[own] = String(value);
    } else if (name === "style" && isPlainObject(value)) {
      attributes.style = styleObjectText(value);
    } else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      attributes[htmlName(name)] = value;
    }
  }
  const classes = attributes[authorClass];
  if (typeof classes === "string") collectClasses(classes, context.page.authorClasses);
  resolveFiles(attributes, context.folder, context.page.settings.sources);
  return attributes;
}

function htmlName(name: string): string {
  if (Object.hasOwn(renamed, name)) return renamed[name] ?? name;
  if (!kebabInSvg.test(name) || notKebab.test(name)) return svgAttributes.has(name) ? name : name.toLowerCase();
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function textAttributes(attributes: HtmlAttributes): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([name, value]) => [name, value === true ? "" : String(value)]),
  );
}

/**
 * The elements of `dangerouslySetInnerHTML={{ __html: "…" }}`. They are parsed separately, so they can't close
 * surrounding elements. The sanitizer checks them with the rest of the page.
 */
function innerMarkup(props: Props, node: MarkdownNode, context: RenderContext): HtmlNode[] | undefined {
  const given = props.dangerouslySetInnerHTML;
  if (!isPlainObject(given) || typeof given.__html !== "string") return undefined;
  const nodes = parseMarkup(given.__html, context.page.limits.treeDepthMax);
  if (nodes === undefined) context.warn(`<${node.name}> has raw HTML that is too long or nested too deep`, node);
  const { page, file, folder } = context;
  return nodes && takeRawCode(nodes, page, { file, folder }).map((inner) => withoutMarks(inner, page.authorClasses));
}

function withoutMarks(node: HtmlNode, classes: Set<string>): HtmlNode {
  if (!isElement(node)) return node;
  if (typeof node.attributes.class === "string") collectClasses(node.attributes.class, classes);
  const attributes = authorAttributes(node.attributes);
  return { ...node, attributes, children: node.children.map((child) => withoutMarks(child, classes)) };
}

const phrasingTags: ReadonlySet<string> = new Set(
  "p h1 h2 h3 h4 h5 h6 span b i strong em small u s sub sup kbd code mark label summary dt button".split(" "),
);

/**
 * Unwraps paragraphs that can't be in an element. MDX creates a paragraph for text on its own lines, even inside `<p>`
 * or `<h2>`; a browser would close the outer element there and break the page.
 */
function contentOf(tag: string, children: HtmlNode[]): HtmlNode[] {
  if (!phrasingTags.has(tag) || !children.some(isParagraph)) return children;
  let paragraphs = 0;
  return children.flatMap((child) => {
    if (!isParagraph(child)) return [child];
    paragraphs += 1;
    return paragraphs === 1 ? child.children : [element("br", {}), element("br", {}), ...child.children];
  });
}

function isParagraph(node: HtmlNode): node is HtmlElement {
  return isElement(node) && node.tag === "p" && Object.keys(node.attributes).length === 0;
}
