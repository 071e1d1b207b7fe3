import { html, type SafeHtml } from "../../ground/html/html-template.ts";
import { feedUrl } from "../site-address.ts";
import { tag } from "./anchor-link.ts";
import { ownIcon } from "./own-icons.ts";
import type { PageView } from "./page-view.ts";

/**
 * Where the page stands, what it is called and what it is about; its feed and its menu stand at the right, on a phone below.
 * They come last, so that a page that arrives in pieces has room for them and moves nothing.
 */
export function articleHead({ page, words }: PageView, menu: SafeHtml | false, hasFeed: boolean): SafeHtml {
  const feed =
    hasFeed && html`<a class="page-feed" href="${feedUrl(page.url)}" aria-label="${words.feed}">${ownIcon("feed")}</a>`;
  return html`<header class="article-head${menu !== false && " with-tools"}">
${eyebrow(page.eyebrow, words.breadcrumb)}
<h1>${page.title}${tag(page.tag)}${page.deprecated && tag(words.deprecated)}</h1>
${page.description !== undefined && !page.isDescribedBelow && html`<p class="lead">${page.description}</p>`}
${(feed !== false || menu !== false) && html`<div class="page-tools">${feed}${menu}</div>`}
</header>`;
}

function eyebrow(way: PageView["page"]["eyebrow"], name: string): SafeHtml | false {
  const [first] = way;
  if (first === undefined) return false;
  if (way.length === 1 && first.href === undefined) return html`<p class="eyebrow">${first.label}</p>`;
  const step = ({ label, href }: (typeof way)[number]) =>
    href === undefined ? html`<li>${label}</li>` : html`<li><a href="${href}">${label}</a></li>`;
  return html`<nav aria-label="${name}"><ol class="eyebrow">${way.map(step)}</ol></nav>`;
}
