import { html, ownHtml, type SafeHtml } from "../ground/html/html-template.ts";
import type { PageHead } from "./page-head.ts";
import { absoluteUrl } from "./site-address.ts";
import type { PageFrame, SiteFrame } from "./templates/site-frame.ts";

interface PageWords {
  description: string | undefined;
  language: string;
}

/**
 * The page and its place in the site, in the words of schema.org. A script element of another type than JavaScript is
 * data to a browser: the content security policy does not reach it and nothing runs it.
 */
export function jsonLd(site: SiteFrame, page: PageFrame, head: PageHead, words: PageWords): SafeHtml {
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
  // Inside a script element only this sign could end it.
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
