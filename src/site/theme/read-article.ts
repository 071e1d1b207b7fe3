import { classesOf, type HtmlAttributes, type HtmlNode, isElement } from "../shared/html/html-node.ts";
import { parseMarkup } from "../shared/html/parse-markup.ts";
import { decodeUrl } from "../shared/text/decode-url.ts";

interface PageArticle {
  /** The article element without scripts, forms and embedded content. */
  nodes: HtmlNode[];
  /** The addresses of the page's stylesheets, in their order. */
  stylesheets: string[];
}

const depthMax = 200;
const removedTags = new Set(
  "script style link meta base iframe object embed form noscript template audio video source track nav button".split(
    " ",
  ),
);
/** Classes of elements that belong to the page, but not to its text. */
const removedClasses = new Set(["page-tools", "heading-anchor", "copy-button"]);
const urlAttributes = new Set(["src", "xlink:href"]);

export interface ArticleUse {
  /** The URL of the site that serves images and other files. */
  siteUrl: string;
  /** Another address for a file of the site, such as a file that isn't published yet. */
  findFileUrl?(path: string): string | undefined;
  /** Whether the buttons of tabs are kept, for a caller that handles clicks on them. */
  withTabs?: boolean;
}

/** Reads the article of a page. Undefined if the page is too large or Lectern didn't render it. */
export function readArticle(html: string, use: ArticleUse): PageArticle | undefined {
  const nodes = parseMarkup(html, depthMax);
  const article =
    nodes && findElement(nodes, ({ tag, className }) => tag === "article" && className.includes("article"));
  if (nodes === undefined || article === undefined) return undefined;
  return { nodes: clean([article], use), stylesheets: listStylesheets(nodes) };
}

function clean(nodes: readonly HtmlNode[], use: ArticleUse): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === "string") return [node];
    if (!isElement(node)) return [];
    const isTab = use.withTabs === true && node.tag === "button" && node.attributes["data-tab"] !== undefined;
    const isRemoved = (removedTags.has(node.tag) && !isTab) || classesOf(node).some((name) => removedClasses.has(name));
    if (isRemoved) return [];
    return [{ tag: node.tag, attributes: cleanAttributes(node.attributes, use), children: clean(node.children, use) }];
  });
}

/** Disables links, makes image URLs absolute, and removes event handlers. */
function cleanAttributes(attributes: HtmlAttributes, use: ArticleUse): HtmlAttributes {
  const kept: HtmlAttributes = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (/^on/i.test(name) || ["srcset", "srcdoc", "ping", "formaction", "target", "loading"].includes(name)) continue;
    if (urlAttributes.has(name)) {
      const url = fileUrl(String(value), use);
      if (url !== undefined) kept[name] = url;
    } else {
      kept[name] = value;
    }
  }
  if (typeof kept.href === "string") {
    // Kept so that a comparison of two versions can show changed links.
    kept["data-href"] = kept.href;
    delete kept.href;
  }
  return kept;
}

function fileUrl(written: string, { siteUrl, findFileUrl }: ArticleUse): string | undefined {
  const url = URL.parse(written, siteUrl);
  if (url === null || !/^(?:https?|data):$/.test(url.protocol)) return undefined;
  const isOwn = url.origin === URL.parse(siteUrl)?.origin;
  return (isOwn ? findFileUrl?.(decodeUrl(url.pathname).slice(1)) : undefined) ?? url.href;
}

function listStylesheets(nodes: readonly HtmlNode[]): string[] {
  return nodes
    .filter(isElement)
    .flatMap(({ tag, attributes, children }) => [
      ...(tag === "link" && attributes.rel === "stylesheet" ? [String(attributes.href)] : []),
      ...listStylesheets(children),
    ]);
}

function findElement(
  nodes: readonly HtmlNode[],
  isWanted: (element: { tag: string; className: string[] }) => boolean,
): HtmlNode | undefined {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    if (isWanted({ tag: node.tag, className: classesOf(node) })) return node;
    const found = findElement(node.children, isWanted);
    if (found !== undefined) return found;
  }
  return undefined;
}
