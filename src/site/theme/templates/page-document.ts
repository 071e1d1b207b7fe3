import { html, ownHtml, type SafeHtml, sanitizedHtml } from "../../ground/html/html-template.ts";
import { english, findTranslations } from "../../translations/find-translations.ts";
import { hasFeed } from "../head-tags.ts";
import type { Article } from "./article.ts";
import { articleHead } from "./article-head.ts";
import { directoryList } from "./directory-list.ts";
import { documentHead } from "./document-head.ts";
import { hasTabs, headerTabs } from "./header-tabs.ts";
import { htmlLanguage } from "./html-language.ts";
import { outline, outlineDisclosure } from "./outline.ts";
import { pageEnd } from "./page-end.ts";
import { pageMenu, pageOptions } from "./page-menu.ts";
import type { PageView } from "./page-view.ts";
import { sidebar } from "./sidebar.ts";
import { siteBanner } from "./site-banner.ts";
import { siteFooter } from "./site-footer.ts";
import type { BranchFrame, PageFrame, SiteFrame } from "./site-frame.ts";
import { siteHeader } from "./site-header.ts";

/** The whole HTML document of a page. `renderWords` turns the Markdown of the banner into HTML. */
export function pageDocument(
  site: SiteFrame,
  branch: BranchFrame,
  page: PageFrame,
  article: Article,
  renderWords: (markdown: string) => string,
): string {
  const { banner, footer } = { ...site.surroundings, ...branch.surroundings };
  const hasHead = page.mode !== "custom" && page.mode !== "frame";
  // The chat of the whole page begins in the script; what the author wrote is for those who have none.
  const hasEnd = hasHead && !(page.mode === "assistant" && site.reader.assistant);
  const hasOutline = page.mode === "default" && article.aside === "" && article.headings.length > 1;
  const isMenuInOutline = page.isMenuInOutline ?? site.pageMenu.isInOutline;
  const isMenuBeside = isMenuInOutline && page.mode === "default" && article.aside === "";
  const { language, direction } = htmlLanguage(branch.language);
  const words = findTranslations(language).frame;
  const view: PageView = { site, branch, page, language, words };
  // A page that could not be built has no Markdown to copy or to open elsewhere.
  const hasMenu = article.digest !== undefined;
  const menu = hasMenu && pageMenu(view, isMenuBeside ? "page-menu when-narrow" : "page-menu");
  const options = hasMenu && isMenuBeside && pageOptions(view);
  const document = html`<!doctype html>
<html lang="${language}"${direction === "rtl" && html` dir="rtl"`}${hasTabs(branch.tabs) && html` class="tabbed"`}${site.startMode !== "system" && html` data-theme="${site.startMode}"`}${!site.canSwitchMode && html` data-strict`}${banner?.isDismissible === true && html` data-banner="${banner.mark}"`}>
${documentHead(site, page, article, language)}
<body class="mode-${page.mode}${article.aside !== "" && " has-aside"}${site.decorations.map((name) => ` with-${name}`)}" data-reader="${JSON.stringify(site.reader)}">
<a class="skip-link" href="#content">${words.skip}</a>
${banner !== undefined && siteBanner(banner, renderWords(banner.content), words)}
${siteHeader(view)}
${headerTabs(branch.tabs, words)}
<div class="page">
${sidebar(view)}
<script src="${site.beforePaintScript}"></script>
<main id="content" tabindex="-1">
<article class="article"${scriptWords(language)}>
${!hasHead && html`<h1 class="unseen-title">${page.title}</h1>`}
${hasHead && articleHead(view, menu, page.showsFeed && hasFeed(site, article.digest))}
${hasOutline && outlineDisclosure(article.headings, words)}
${article.top !== "" && html`<div class="article-top prose">${sanitizedHtml(article.top)}</div>`}
${article.aside !== "" && html`<aside class="article-aside" aria-label="${words.beside}">${sanitizedHtml(article.aside)}</aside>`}
<div class="prose">${sanitizedHtml(article.html)}${page.directory !== undefined && directoryList(page.directory, words)}</div>
</article>
${hasEnd && pageEnd(view, article.digest === undefined)}
${hasEnd && siteFooter(footer)}
</main>
${(hasOutline || options !== false) && outline(article.headings, words, options)}
</div>
${article.tester !== "" && ownHtml(article.tester)}
${site.iconStylesheet !== undefined && html`<link rel="stylesheet" href="${site.iconStylesheet}">`}
</body>
</html>
`;
  return document.markup;
}

/** Text for the scripts on code, diagrams and pictures, which contain the English text themselves. */
function scriptWords(language: string): SafeHtml | false {
  const words = findTranslations(language);
  if (words === english) return false;
  const { showLess, zoomIn, zoomOut, resetZoom, enlarge } = words.article;
  return html` data-copy-code="${words.reader.copy}" data-copied="${words.frame.copied}" data-show-less="${showLess}" data-zoom-in="${zoomIn}" data-zoom-out="${zoomOut}" data-reset-zoom="${resetZoom}" data-enlarge="${enlarge}"`;
}
