import { isChrome } from "../shared/html/author-class.ts";
import { oneLine } from "../shared/html/collapse-whitespace.ts";
import { escapeXml as text } from "../shared/html/escape.ts";
import { classesOf, type HtmlElement, type HtmlNode, isElement, textOf } from "../shared/html/html-node.ts";
import { shorten } from "../shared/text/shorten.ts";
import { findInside, textAttribute } from "./markdown/markdown-writer.ts";
import { writeMarkdown } from "./markdown/write-markdown.ts";

interface Feed {
  title: string;
  description: string;
  /** The absolute URL of the page. */
  url: string;
  feedUrl: string;
  items: FeedItem[];
}

export function rss({ title, description, url, feedUrl, items }: Feed): string {
  const entries = items.map((item) => {
    const link = `${url}#${encodeURIComponent(item.id)}`;
    const date = item.date === undefined ? "" : `<pubDate>${new Date(item.date).toUTCString()}</pubDate>\n`;
    return `<item>
<title>${text(item.title)}</title>
<link>${text(link)}</link>
<guid isPermaLink="true">${text(link)}</guid>
${date}<description>${text(item.text)}</description>
</item>
`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${text(title)}</title>
<link>${text(url)}</link>
<description>${text(description)}</description>
<atom:link href="${text(feedUrl)}" rel="self" type="application/rss+xml"/>
${entries.join("")}</channel>
</rss>
`;
}

/** A changelog entry in a feed. */
export interface FeedItem {
  /** The anchor of the entry on the page. */
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

/** The newest entries of a page. An entry with headings becomes one item per heading. */
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

/** Called for every element of every page. The result is nearly always false, so the cheap checks come first. */
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
  const feedText = textAttribute(update, "data-feed-text");
  if (feedText !== undefined || textAttribute(update, "data-feed-title") !== undefined) {
    return [{ ...entry, text: feedText ?? plainMarkdown(body) }];
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

/** The content before the first heading, then each heading with the content below it. */
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
  return oneLine(textOf(node.children.filter((child) => !isElement(child) || !isChrome(child))));
}

const months = "january february march april may june july august september october november december".split(" ");
const iso = /\b((?:19|20)\d{2})-(\d{2})(?:-(\d{2}))?\b/;
const named =
  /\b(?:(\d{1,2})(?:st|nd|rd|th)?\s+)?([a-z]{3,9})\.?(?:\s+(\d{1,2})(?:st|nd|rd|th)?,?)?\s+((?:19|20)\d{2})\b/i;

/** The day in a label such as `2026-05-01`, `May 1, 2026`, `1 May 2026` or `May 2026`; undefined if there is none. */
export function findDate(label: string): string | undefined {
  const [, year, month, day = "01"] = iso.exec(label) ?? [];
  if (year !== undefined) return checked(Number(year), Number(month), Number(day));
  const [, first, name = "", second, namedYear] = named.exec(label) ?? [];
  const index = months.findIndex((candidate) => candidate.slice(0, 3) === name.slice(0, 3).toLowerCase());
  if (namedYear === undefined || index === -1) return undefined;
  return checked(Number(namedYear), index + 1, Number(first ?? second ?? 1));
}

/** Undefined for days that don't exist, such as `2026-02-31`. */
function checked(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString() : undefined;
}
