import { escapeXml as text } from "../ground/html/escape.ts";
import type { FeedItem } from "./feed-items.ts";

export interface Feed {
  title: string;
  description: string;
  /** Of the page, in full. */
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
