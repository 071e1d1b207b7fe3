import { authorClass, element, type HtmlElement, type HtmlNode, isElement } from "../../shared/html/html-node.ts";
import { isExternalUrl, safeLinkUrl, safeResourceUrl } from "../../shared/html/safe-url.ts";
import { cutText } from "../../shared/text/shorten.ts";
import type { MarkdownNode } from "../page-tree.ts";
import type { RenderContext } from "./render-context.ts";
import { resolveSiteUrl } from "./resolve-site-url.ts";

export function renderLink(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const children = context.renderNodes(node.children, context);
  return [linkElement(node.url ?? "", children, node, context, node.title ?? undefined)];
}

export function renderLinkReference(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const definition = context.definitions.get(node.identifier ?? "");
  if (definition === undefined) return context.renderNodes(node.children, context);
  return renderLink({ ...node, url: definition.url ?? "", title: definition.title ?? null }, context);
}

export function renderImage(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  return [
    imageElement({ src: node.url ?? "", alt: node.alt || undefined, title: node.title ?? undefined }, node, context),
  ];
}

export function renderImageReference(node: MarkdownNode, context: RenderContext): HtmlNode[] {
  const definition = context.definitions.get(node.identifier ?? "");
  if (definition === undefined) return [];
  return renderImage({ ...node, url: definition.url ?? "", title: definition.title ?? null }, context);
}

/** A link as the site serves it. If its scheme isn't allowed, only the text remains, with a warning. */
export function linkElement(
  url: string,
  children: HtmlNode[],
  node: MarkdownNode,
  context: RenderContext,
  title?: string,
): HtmlElement {
  const safe = safeLinkUrl(url);
  if (safe === undefined) {
    context.warn(`the link to "${cutText(url, shownLengthMax)}" has a scheme that is not allowed`, node, {
      hint: "use http, https, mailto, tel or a path of this site",
    });
    return element("span", {}, children);
  }
  const href = resolveSiteUrl(safe, context.folder, context.page.settings.sources);
  const { looseLinks } = context.page;
  if (isLoose(safe) && looseLinks.length < placesMax) looseLinks.push(context.place(node));
  const attributes = isExternalUrl(href) ? { href, rel: "noopener", title } : { href, title };
  return { ...element("a", attributes, withoutLinks(children)), source: context.place(node) };
}

/** A link inside a link would close the outer link. Heading anchors are dropped; other links keep only their text. */
function withoutLinks(nodes: HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === "object" && "onPage" in node) {
      return [{ onPage: withoutLinks(node.onPage), inMarkdown: withoutLinks(node.inMarkdown) }];
    }
    if (!isElement(node)) return [node];
    if (node.attributes.class === "heading-link") return [];
    const children = withoutLinks(node.children);
    return node.tag === "a" ? children : [{ ...node, children }];
  });
}

/** `./setup.mdx` works here, but not in other tools or after it is moved to a snippet. `/guides/setup` always works. */
function isLoose(url: string): boolean {
  if (url === "" || isExternalUrl(url) || /^[#?]/.test(url)) return false;
  return !url.startsWith("/") || /\.mdx?(?:[?#]|$)/.test(url);
}

interface ImageAttributes {
  src: string;
  /** Undefined if the author wrote no alternative text. An empty text marks the image as decorative. */
  alt: string | undefined;
  [name: string]: string | undefined;
}

export function imageElement(attributes: ImageAttributes, node: MarkdownNode, context: RenderContext): HtmlNode {
  const safe = safeResourceUrl(attributes.src);
  if (safe === undefined) {
    context.warn(`the image "${cutText(attributes.src, shownLengthMax)}" has a URL that is not allowed`, node, {
      hint: "use https or a path of this project",
    });
    return element("span", {}, [attributes.alt ?? ""]);
  }
  const src = resolveSiteUrl(safe, context.folder, context.page.settings.sources);
  const { imagesWithoutAlt } = context.page;
  if (attributes.alt === undefined && imagesWithoutAlt.length < placesMax) imagesWithoutAlt.push(context.place(node));
  const loading = attributes.loading ?? (isFirstPicture(attributes, context) ? "eager" : "lazy");
  return {
    ...element("img", { ...attributes, alt: attributes.alt ?? "", src, loading, decoding: "async" }),
    source: context.place(node),
  };
}

const nodesBeforePictureMax = 60;

/** The first picture is often the largest element above the fold, so it shouldn't wait for the layout of the page. */
function isFirstPicture(attributes: ImageAttributes, { page }: RenderContext): boolean {
  const isHidden = attributes[authorClass]?.split(/\s+/).includes("hidden") === true;
  if (isHidden || page.hasPicture || page.nodesRendered > nodesBeforePictureMax) return false;
  page.hasPicture = true;
  return true;
}

const shownLengthMax = 80;
const placesMax = 100;
