import { html, type SafeHtml } from "../ground/html/html-template.ts";
import { jsonLd } from "./json-ld.ts";
import { feedUrl, markdownUrl } from "./site-address.ts";
import { cardHeight, cardWidth } from "./social-card.ts";
import type { Article } from "./templates/article.ts";
import type { PageFrame, SiteFrame } from "./templates/site-frame.ts";

/** Tags that the document writes by itself: a second one with another value would be ignored, or break the page. */
const ownTags: ReadonlySet<string> = new Set(
  "charset viewport color-scheme description robots keywords referrer".split(" "),
);
const addressTags: ReadonlySet<string> = new Set(["og:image", "og:url", "twitter:image"]);

/** What engines, feed readers and link previews read. What an author says of a tag beats what we would. */
export function headTags(site: SiteFrame, page: PageFrame, article: Article, language: string): SafeHtml {
  const { head } = page;
  const given = head?.metatags ?? {};
  const description = given.description ?? page.description ?? (article.digest?.summary || site.description);
  const robots = page.isIndexed ? given.robots : "noindex";
  const plain = [
    description !== undefined && metaTag("description", description),
    robots !== undefined && metaTag("robots", robots),
  ];
  if (head === undefined) return html`${plain}`;
  const keywords = [...head.keywords, ...(given.keywords === undefined ? [] : [given.keywords])].join(", ");
  const told = { ...socialTags(site, page, description), ...given };
  const tags = Object.entries(told).filter(([name]) => !ownTags.has(name.toLowerCase()));
  return html`${[
    ...plain,
    keywords !== "" && metaTag("keywords", keywords),
    ...otherForms(site, page, article),
    ...tags.map(([name, content]) => metaTag(name, inFull(name, content, site.head?.address))),
    jsonLd(site, page, head, { description, language }),
  ]}`;
}

/** Where the page stands, as Markdown, in other languages, and its feed. */
function otherForms(site: SiteFrame, { head, url, title }: PageFrame, { digest }: Article): (SafeHtml | false)[] {
  return [
    head?.canonical !== undefined && html`<link rel="canonical" href="${head.canonical}">\n`,
    html`<link rel="alternate" type="text/markdown" href="${markdownUrl(url)}">\n`,
    ...(head?.languages ?? []).map(
      ({ code, url: other }) => html`<link rel="alternate" hreflang="${code}" href="${other}">\n`,
    ),
    hasFeed(site, digest) &&
      html`<link rel="alternate" type="application/rss+xml" title="${title}" href="${feedUrl(url)}">\n`,
  ];
}

/** A feed names its entries in full, so there is none where nobody has said where the site is read. */
export function hasFeed({ head }: SiteFrame, digest: Article["digest"]): boolean {
  return head?.address !== undefined && digest !== undefined && digest.feed.length > 0;
}

/** Readers of `twitter:` tags take the `og:` ones where theirs are missing. */
function socialTags(site: SiteFrame, page: PageFrame, description: string | undefined): Record<string, string> {
  const { canonical, image } = page.head ?? {};
  const tags: Record<string, string | undefined> = {
    "og:type": page.url === "/" ? "website" : "article",
    "og:site_name": site.name,
    "og:title": page.title,
    "og:description": description,
    "og:url": canonical,
    "og:image": image,
    ...(image !== undefined && {
      "og:image:width": String(cardWidth),
      "og:image:height": String(cardHeight),
      "og:image:alt": page.title,
    }),
    "twitter:card": "summary_large_image",
  };
  return Object.fromEntries(Object.entries(tags).filter((tag): tag is [string, string] => tag[1] !== undefined));
}

function metaTag(name: string, content: string): SafeHtml {
  return /^(?:og|article|fb|book|profile|video|music):/i.test(name)
    ? html`<meta property="${name}" content="${content}">\n`
    : html`<meta name="${name}" content="${content}">\n`;
}

/** Who draws a preview of a link does not know where a path would begin. */
function inFull(name: string, content: string, address: string | undefined): string {
  const isPath = content.startsWith("/") && !content.startsWith("//");
  return addressTags.has(name) && isPath && address !== undefined ? `${address}${content}` : content;
}
