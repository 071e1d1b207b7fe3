import { html, type SafeHtml, sanitisedHtml } from "../html/html-template.ts";
import type { Heading } from "../page/collect-facts.ts";
import { documentHead } from "./document-head.ts";
import { outline, outlineDisclosure } from "./outline.ts";
import { pageEnd } from "./page-end.ts";
import { sidebar } from "./sidebar.ts";
import { siteFooter } from "./site-footer.ts";
import type { BranchFrame, PageFrame, SiteFrame } from "./site-frame.ts";
import { siteHeader } from "./site-header.ts";

export interface Article {
  html: string;
  /** Examples that stand beside the text, in place of the outline; on narrow screens above it. */
  aside: string;
  headings: Heading[];
  /** The stylesheet with the inline styles of this page, when it has any. */
  stylesheet: string | undefined;
}

/** The whole HTML document of a page. */
export function pageDocument(site: SiteFrame, branch: BranchFrame, page: PageFrame, article: Article): string {
  const hasSidebar = page.mode !== "custom" && page.mode !== "center";
  const hasOutline = page.mode === "default" && article.aside === "" && article.headings.length > 1;
  const document = html`<!doctype html>
<html lang="en" data-start="${site.startMode}">
${documentHead(site, page, article.stylesheet)}
<body class="mode-${page.mode}${article.aside !== "" && " has-aside"}">
<a class="skip-link" href="#content">Skip to content</a>
${siteHeader(site, branch, hasSidebar)}
<div class="page">
${hasSidebar && sidebar(site, branch, page.url)}
<main id="content" tabindex="-1">
<article class="article">
${page.mode !== "custom" && articleHead(page)}
${hasOutline && outlineDisclosure(article.headings)}
${article.aside !== "" && html`<aside class="article-aside" aria-label="Beside the text">${sanitisedHtml(article.aside)}</aside>`}
<div class="prose">${sanitisedHtml(article.html)}</div>
</article>
${page.mode !== "custom" && pageEnd(page)}
${siteFooter(site)}
</main>
${hasOutline && outline(article.headings)}
</div>
</body>
</html>
`;
  return document.markup;
}

function articleHead(page: PageFrame): SafeHtml {
  return html`<header class="article-head">
${page.eyebrow !== undefined && html`<p class="eyebrow">${page.eyebrow}</p>`}
<h1>${page.title}${page.deprecated && html` <span class="tag">Deprecated</span>`}</h1>
${page.description !== undefined && html`<p class="lead">${page.description}</p>`}
</header>`;
}
