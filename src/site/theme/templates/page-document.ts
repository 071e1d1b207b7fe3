import { html, ownHtml, type SafeHtml, sanitizedHtml } from "../../shared/html/html-template.ts";
import { english, type FrameWords, findTranslations } from "../../translations/find-translations.ts";
import { basePathOf } from "../base-path.ts";
import { hasFeed } from "../head-tags.ts";
import { feedUrl, markdownUrl } from "../site-address.ts";
import { documentHead } from "./document-head.ts";
import { anchorLink, tag } from "./frame-link.ts";
import { htmlLanguage } from "./html-language.ts";
import { outline, outlineMenu } from "./outline.ts";
import { frameIcon, ownIcon } from "./own-icons.ts";
import { pageEnd } from "./page-end.ts";
import { pageMenu, pageOptions } from "./page-menu.ts";
import { sharedPlace } from "./sidebar-entries.ts";
import type {
  Article,
  BranchFrame,
  Directory,
  DirectoryEntry,
  PageFrame,
  PageView,
  SiteFrame,
  Surroundings,
} from "./site-frame.ts";
import { hasTabs, headerTabs, siteHeader } from "./site-header.ts";
import { siteSidebar } from "./site-sidebar.ts";

/** The HTML document of a page, with placeholders for the banner and the entries of its sidebar. */
export function pageDocument(site: SiteFrame, branch: BranchFrame, page: PageFrame, article: Article): string {
  const { footer } = { ...site.surroundings, ...branch.surroundings };
  const hasHead = page.mode !== "custom" && page.mode !== "frame";
  // The script turns an assistant page into a chat; the author's text is for readers without scripts.
  const hasEnd = hasHead && !(page.mode === "assistant" && site.reader.assistant);
  const hasOutline = page.mode === "default" && article.aside === "" && article.headings.length > 1;
  const isMenuInOutline = page.isMenuInOutline ?? site.pageMenu.isInOutline;
  const isMenuBeside = isMenuInOutline && page.mode === "default" && article.aside === "";
  const { language, direction } = htmlLanguage(branch.language);
  const words = findTranslations(language).frame;
  const view: PageView = { site, branch, page, language, words };
  // A page that could not be built has no Markdown to copy or open.
  const hasMenu = article.digest !== undefined;
  const menu = hasMenu && pageMenu(view, isMenuBeside ? "page-menu when-narrow" : "page-menu");
  const options = hasMenu && isMenuBeside && pageOptions(view);
  const basePath = basePathOf(site.head.address);
  const document = html`<!doctype html>
<html lang="${language}"${direction === "rtl" && html` dir="rtl"`}${hasTabs(branch.tabs) && html` class="tabbed"`}${site.startMode !== "system" && html` data-theme="${site.startMode}"`}${!site.canSwitchMode && html` data-strict`} data-current-path="${page.url}"${basePath !== "" && html` data-base-path="${basePath}"`}>
${documentHead(site, page, article, language)}
<body class="mode-${page.mode}${article.aside !== "" && " has-aside"}${site.decorations.map((name) => ` with-${name}`)}" data-reader="${JSON.stringify(site.reader)}"${site.readerProfile !== undefined && html` data-reader-profile="${site.readerProfile}"`}>
<a class="skip-link" href="#content">${words.skip}</a>
${site.hasList && hasMenu && forAgents(page.url)}
${ownHtml(sharedPlace)}
${siteHeader(view)}
${headerTabs(branch.tabs, words)}
<div class="page">
${siteSidebar(view)}
<script src="${site.beforePaintScript}"></script>
<main id="content" tabindex="-1">
<article class="article"${scriptWords(language)}${article.usesMermaid === true && html` data-mermaid-script="${site.mermaidScript}"`}${hasIslands(article) && html` data-island-script="${site.islandScript}"`}>
${!hasHead && !article.html.includes("<h1") && html`<h1 class="unseen-title">${page.title}</h1>`}
${hasHead && articleHead(view, menu, page.showsFeed && hasFeed(site, article.digest), hasOutline && outlineMenu(article.headings, words))}
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
<link rel="stylesheet" href="${site.iconStylesheet}">
</body>
</html>
`;
  return document.markup;
}

/** For programs that read the document as text. People don't see or hear it. */
function forAgents(url: string): SafeHtml {
  return html`<p lang="en" hidden>AI agents: <a href="${markdownUrl(url)}">read this page as Markdown</a>, which is shorter because it has no menus and no navigation. All pages, with a line about each of them, are listed in <a href="/llms.txt">llms.txt</a>.</p>`;
}

/** Whether a component on the page runs in the browser. */
function hasIslands({ html: text, aside }: Article): boolean {
  return text.includes(' data-island="') || aside.includes(' data-island="');
}

/** Translated text for the scripts on code, diagrams and pictures. The English text is part of the scripts. */
function scriptWords(language: string): SafeHtml | false {
  const words = findTranslations(language);
  if (words === english) return false;
  const { showLess, zoomIn, zoomOut, resetZoom, enlarge } = words.article;
  return html` data-copy-code="${words.reader.copy}" data-copied="${words.frame.copied}" data-show-less="${showLess}" data-zoom-in="${zoomIn}" data-zoom-out="${zoomOut}" data-reset-zoom="${resetZoom}" data-enlarge="${enlarge}"`;
}

function siteFooter({ columns, socials }: Surroundings["footer"]): SafeHtml | false {
  if (columns.length === 0 && socials.length === 0) return false;
  return html`<footer class="site-footer">
${columns.length > 0 && html`<div class="footer-columns">${columns.map(column)}</div>`}
${socials.length > 0 && html`<ul class="socials">${socials.map((link) => html`<li>${anchorLink(link)}</li>`)}</ul>`}
</footer>`;
}

function column({ header, links }: Surroundings["footer"]["columns"][number]): SafeHtml {
  return html`<div>${header !== "" && html`<p>${header}</p>`}<ul>${links.map((link) => html`<li>${anchorLink(link)}</li>`)}</ul></div>`;
}

/**
 * Breadcrumbs, title and description, with the feed and the menu at the right. On a phone, the feed and the menu are
 * below, in one row with the outline. They come last in the HTML, so that a page that arrives in pieces doesn't shift.
 */
function articleHead(
  { page, words }: PageView,
  menu: SafeHtml | false,
  hasFeed: boolean,
  outline: SafeHtml | false,
): SafeHtml {
  const feed =
    hasFeed && html`<a class="page-feed" href="${feedUrl(page.url)}" aria-label="${words.feed}">${ownIcon("feed")}</a>`;
  return html`<header class="article-head${menu !== false && " with-tools"}">
${eyebrow(page.eyebrow, words.breadcrumb)}
<h1>${page.title}${tag(page.tag)}${page.deprecated && tag(words.deprecated)}</h1>
${page.description !== undefined && !page.isDescribedBelow && html`<p class="lead">${page.description}</p>`}
${(feed !== false || menu !== false) && html`<div class="page-tools">${feed}${menu}</div>`}
${outline}
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

/** The pages of a group, as cards or accordions below the text of the group's own page. */
function directoryList({ style, entries: written }: Directory, { deprecated }: FrameWords): SafeHtml {
  const entries = written.map((entry) => (entry.isDeprecated ? { ...entry, tag: deprecated } : entry));
  return style === "card"
    ? html`<div class="columns directory" data-cols="2">${entries.map(card)}</div>`
    : html`<div class="accordion-group directory">${entries.map(accordion)}</div>`;
}

function card(entry: DirectoryEntry): SafeHtml {
  const words = entry.description ?? entry.pages.map((page) => page.label).join(", ");
  return html`<div class="card card-link">${entry.icon !== undefined && html`<span class="card-icon">${frameIcon(entry.icon)}</span>`}<div class="card-words"><p class="card-title"><a href="${entry.href}">${entry.label}</a>${tag(entry.tag)}</p>${words !== "" && html`<div class="card-body"><p>${words}</p></div>`}</div></div>`;
}

/** A page is a link; a group expands to show its pages. */
function accordion(entry: DirectoryEntry): SafeHtml {
  const words = html`<span class="accordion-words"><span class="accordion-title">${entry.label}${tag(entry.tag)}</span>${entry.description !== undefined && html`<span class="accordion-description">${entry.description}</span>`}</span>`;
  const icon = entry.icon !== undefined && html`<span class="accordion-icon">${frameIcon(entry.icon)}</span>`;
  if (entry.pages.length === 0) {
    return html`<div class="accordion"><a class="directory-link" href="${entry.href}">${icon}${words}${ownIcon("next")}</a></div>`;
  }
  const pages = entry.pages.map((page) => html`<li><a href="${page.href}">${page.label}</a></li>`);
  return html`<details class="accordion"><summary>${ownIcon("down")}${icon}${words}</summary><div class="accordion-body"><ul>${pages}</ul></div></details>`;
}
