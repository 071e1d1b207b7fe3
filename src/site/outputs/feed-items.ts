import { type HtmlElement, type HtmlNode, isElement, textOf } from "../ground/html/html-node.ts";
import { shorten } from "../ground/text/shorten.ts";
import { findDate } from "./find-date.ts";
import { findInside } from "./markdown/find-node.ts";
import { isChrome } from "./markdown/is-chrome.ts";
import { classesOf, textAttribute } from "./markdown/markdown-writer.ts";
import { writeMarkdown } from "./markdown/write-markdown.ts";

/** An entry of a changelog as a feed tells it. */
export interface FeedItem {
  /** The anchor on the page. */
  id: string;
  title: string;
  /** Markdown without components, code or HTML. */
  text: string;
  date: string | undefined;
}

const itemsMax = 50;
const textLength = 4_000;
const headingTag = /^h[2-6]$/;
const textTags: ReadonlySet<string> = new Set(["p", "ul", "ol", "blockquote"]);

/** The newest entries of a page. One with headings gives an item for each of them. */
export function feedItems(article: HtmlNode[]): FeedItem[] {
  const items: FeedItem[] = [];
  const visit = (nodes: HtmlNode[]) => {
    for (const node of nodes) {
      if (items.length >= itemsMax || !isElement(node)) continue;
      if (isUpdate(node)) items.push(...itemsOf(node));
      else visit(node.children);
    }
  };
  visit(article);
  return items.slice(0, itemsMax);
}

/** Asked of every element of every page, and nearly none is one: so its classes are taken apart last. */
function isUpdate(node: HtmlElement): boolean {
  const { class: classes } = node.attributes;
  return typeof classes === "string" && classes.includes("update") && classesOf(node).includes("update");
}

function itemsOf(update: HtmlElement): FeedItem[] {
  const label = findInside(update.children, "update-label");
  const description = findInside(update.children, "update-description");
  const body = findInside(update.children, "update-body")?.children ?? [];
  if (label === undefined) return [];
  const words = wordsOf(label);
  const entry = {
    id: textAttribute(label, "id") ?? "",
    title: textAttribute(update, "data-feed-title") ?? words,
    date: findDate(words) ?? findDate(description === undefined ? "" : wordsOf(description)),
  };
  const told = textAttribute(update, "data-feed-text");
  if (told !== undefined || textAttribute(update, "data-feed-title") !== undefined) {
    return [{ ...entry, text: told ?? plainMarkdown(body) }];
  }
  const [intro, ...sections] = splitAtHeadings(body);
  if (sections.length === 0) return [{ ...entry, text: plainMarkdown(body) }];
  return sections.map(([heading, ...content], index) => ({
    id: (isElement(heading) && textAttribute(heading, "id")) || entry.id,
    title: isElement(heading) ? wordsOf(heading) : entry.title,
    text: plainMarkdown(index === 0 ? [...(intro ?? []), ...content] : content),
    date: entry.date,
  }));
}

/** What stands before the first heading, then each heading with what follows it. */
function splitAtHeadings(nodes: HtmlNode[]): HtmlNode[][] {
  const parts: HtmlNode[][] = [[]];
  for (const node of nodes) {
    if (isElement(node) && headingTag.test(node.tag)) parts.push([node]);
    else parts.at(-1)?.push(node);
  }
  return parts;
}

function plainMarkdown(nodes: HtmlNode[]): string {
  const plain = nodes.filter(
    (node) => isElement(node) && textTags.has(node.tag) && node.attributes.class === undefined,
  );
  const text = writeMarkdown(plain);
  return text.length <= textLength ? text : shorten(text, textLength);
}

function wordsOf(node: HtmlElement): string {
  return textOf(node.children.filter((child) => !isElement(child) || !isChrome(child)))
    .replaceAll(/\s+/g, " ")
    .trim();
}
