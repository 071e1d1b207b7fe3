import { html, ownHtml, type SafeHtml } from "../shared/html/html-template.ts";
import { absoluteUrl, feedUrl, markdownUrl } from "./site-address.ts";
import { cardHeight, cardWidth } from "./social-card.ts";
import type { Article, PageFrame, PageHead, SiteFrame } from "./templates/site-frame.ts";

/** Tags that the document writes itself. A second tag of the same name would be ignored or break the page. */
const ownTags: ReadonlySet<string> = new Set(
  "charset viewport color-scheme description robots keywords referrer".split(" "),
);
const addressTags: ReadonlySet<string> = new Set(["og:image", "og:url", "twitter:image"]);

/** The tags for search engines, feed readers and link previews. The author's tags override the generated tags. */
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
  const all = { ...socialTags(site, page, description), ...given };
  const tags = Object.entries(all).filter(([name]) => !ownTags.has(name.toLowerCase()));
  return html`${[
    ...plain,
    keywords !== "" && metaTag("keywords", keywords),
    ...otherForms(site, page, article),
    ...tags.map(([name, content]) => metaTag(name, inFull(name, content, site.head?.address))),
    jsonLd(site, page, head, { description, language }),
  ]}`;
}

/** Links to the canonical address, the Markdown, other languages and the feed. */
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

/** A feed needs absolute addresses, so a site without a known address has no feeds. */
export function hasFeed({ head }: SiteFrame, digest: Article["digest"]): boolean {
  return head?.address !== undefined && digest !== undefined && digest.feed.length > 0;
}

/** Programs that read `twitter:` tags also accept `og:` tags. */
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

/** Makes an address in a tag absolute, because link previews need absolute addresses. */
function inFull(name: string, content: string, address: string | undefined): string {
  const isPath = content.startsWith("/") && !content.startsWith("//");
  return addressTags.has(name) && isPath && address !== undefined ? `${address}${content}` : content;
}

interface PageWords {
  description: string | undefined;
  language: string;
}

/**
 * The page and its place in the site as schema.org data. A script element of another type than JavaScript is data:
 * browsers don't run it, and the content security policy doesn't apply to it.
 */
function jsonLd(site: SiteFrame, page: PageFrame, head: PageHead, words: PageWords): SafeHtml {
  const address = site.head?.address;
  const website = { "@type": "WebSite", name: site.name, ...(address !== undefined && { url: `${address}/` }) };
  const publisher = site.head?.organization && { "@type": "Organization", ...site.head.organization };
  const about = {
    ...(words.description !== undefined && { description: words.description }),
    inLanguage: words.language,
    ...(publisher !== undefined && { publisher }),
  };
  const article = {
    "@type": "TechArticle",
    headline: page.title,
    ...about,
    ...(head.canonical !== undefined && { url: head.canonical }),
    ...(head.image !== undefined && address !== undefined && { image: `${address}${head.image}` }),
    ...(head.editedAt !== undefined && { dateModified: head.editedAt }),
    isPartOf: website,
  };
  const graph = [page.url === "/" ? { ...website, ...about } : article, ...breadcrumbs(head, address)];
  // `<` is the only character that could end the script element.
  const text = JSON.stringify({ "@context": "https://schema.org", "@graph": graph }).replaceAll("<", "\\u003c");
  return html`<script type="application/ld+json">${ownHtml(text)}</script>\n`;
}

function breadcrumbs({ trail }: PageHead, address: string | undefined): object[] {
  if (trail.length < 2 || address === undefined) return [];
  const items = trail.map(({ name, url }, index) => {
    return { "@type": "ListItem", position: index + 1, name, item: absoluteUrl(address, url) };
  });
  return [{ "@type": "BreadcrumbList", itemListElement: items }];
}
