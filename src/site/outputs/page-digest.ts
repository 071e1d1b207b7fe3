import { type HtmlElement, type HtmlNode, isElement, textOf } from "../shared/html/html-node.ts";
import { shorten } from "../shared/text/shorten.ts";
import { type FeedItem, feedItems } from "./rss.ts";

/** The parts of an article that llms.txt and feeds show. */
export interface PageDigest {
  /** The first paragraph, for pages without a description. */
  summary: string;
  /** The items of the page's changelog; empty for nearly every page. */
  feed: FeedItem[];
}

const summaryLength = 300;

export function digestPage(article: HtmlNode[]): PageDigest {
  const paragraph = firstParagraph(article);
  const summary = paragraph === undefined ? "" : shorten(textOf(paragraph.children), summaryLength);
  return { summary, feed: feedItems(article) };
}

/** Skips paragraphs with a class, because they are titles and captions of components. */
function firstParagraph(nodes: HtmlNode[]): HtmlElement | undefined {
  for (const node of nodes.filter(isElement)) {
    const isPlain = node.tag === "p" && node.attributes.class === undefined && textOf(node.children).trim() !== "";
    const found = isPlain ? node : firstParagraph(node.children);
    if (found !== undefined) return found;
  }
  return undefined;
}
