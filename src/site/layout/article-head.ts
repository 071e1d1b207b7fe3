import { html, type SafeHtml } from "../html/html-template.ts";
import { tag } from "./anchor-link.ts";
import type { PageView } from "./page-view.ts";

/** Where the page stands, what it is called and what it is about; the menu of the page stands at the right. */
export function articleHead({ page, words }: PageView, menu: SafeHtml | false): SafeHtml {
  return html`<header class="article-head">
${eyebrow(page.eyebrow, words.breadcrumb)}
<h1>${page.title}${tag(page.tag)}${page.deprecated && tag(words.deprecated)}</h1>
${menu}
${page.description !== undefined && !page.isDescribedBelow && html`<p class="lead">${page.description}</p>`}
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
