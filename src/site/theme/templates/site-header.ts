import { html, type SafeHtml, sanitizedHtml } from "../../shared/html/html-template.ts";
import type { FrameWords } from "../../translations/find-translations.ts";
import { anchorLink, menuLink, signInLink, tag } from "./frame-link.ts";
import { frameIcon, ownIcon } from "./own-icons.ts";
import type { Banner, LogoPicture, PageView, SiteFrame, Tab } from "./site-frame.ts";
import { switchers } from "./switcher.ts";

/** The bar at the top, with rendered content. Its script hides it before it is painted if the reader has closed it. */
export function siteBanner(
  { kind, isDismissible, mark, colorClass }: Banner,
  content: string,
  words: FrameWords,
  { beforePaintScript }: SiteFrame,
): SafeHtml {
  return html`<div class="banner banner-${kind}${colorClass !== undefined && ` ${colorClass}`}" role="region" aria-label="${words.announcement}">
<div class="banner-words">${sanitizedHtml(content)}</div>
${isDismissible && html`<button class="icon-button banner-close" type="button" data-banner="${mark}" aria-label="${words.closeAnnouncement}">${ownIcon("close")}</button><script src="${beforePaintScript}"></script>`}
</div>`;
}

/** Logo and version at the start, search and assistant in the middle, links at the end. */
export function siteHeader(view: PageView): SafeHtml {
  const { site, branch, words } = view;
  const navbar = branch.surroundings.navbar ?? site.surroundings.navbar;
  const signIn = signInLink(view);
  return html`<header class="site-header">
<div class="header-row">
<button class="icon-button menu-button" type="button" popovertarget="sidebar" aria-label="${words.openMenu}">${ownIcon("menu")}</button>
<a class="logo" href="${site.logo.href}">${logo(site)}</a>
${switchers(view, "version")}
${readerBox(view)}
<div class="header-end">
${(navbar.links.length > 0 || navbar.button !== undefined || signIn !== undefined) && html`<nav class="header-links" aria-label="${words.siteLinks}">${navbar.links.map((link) => anchorLink(link))}${signIn}${navbar.button !== undefined && anchorLink(navbar.button, "header-button")}</nav>`}
${switchers(view, "language")}
${site.canSwitchMode && html`<button class="icon-button theme-button" type="button" data-theme-switch aria-label="${words.switchMode}">${ownIcon("sun")}${ownIcon("moon")}</button>`}
</div>
</div>
</header>`;
}

/**
 * The buttons that open search and the assistant, with all data about the page that their script needs. Their script is
 * loaded on demand, and without scripts the buttons are hidden. Authors' code opens them by the IDs that the format
 * documents. On phones they are the same buttons, so the other IDs are inside them, where a click reaches the button.
 */
function readerBox({ site, branch, language, words }: PageView): SafeHtml | false {
  const { search, assistant, pageRating } = site.reader;
  if (!search && !assistant && !pageRating) return false;
  const ownWords = branch.language === undefined ? undefined : site.readerWords[branch.language];
  return html`<div class="reader-box with-script" data-reader-script="${site.readerScript}"${site.searchScript !== undefined && html` data-search-script="${site.searchScript}"`}${ownWords !== undefined && html` data-words="${ownWords}"`}${site.searchPrompt !== undefined && html` data-prompt="${site.searchPrompt}"`}${branch.version !== undefined && html` data-version="${branch.version}"`}${branch.language !== undefined && html` data-language="${branch.language}"`} data-site-name="${site.name}" data-ask-this="${words.askThis}" data-failed="${words.loadFailed}" lang="${language}">
${search && html`<button class="search-field" id="search-bar-entry" type="button" aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K /">${ownIcon("search")}<span>${site.searchPrompt ?? words.search}</span><kbd aria-hidden="true">Ctrl K</kbd><b id="search-bar-entry-mobile" hidden></b></button>`}
${assistant && html`<button class="ask-button" id="assistant-entry" type="button" aria-haspopup="dialog" aria-label="${words.ask}">${ownIcon("sparkles")}<span>${words.ask}</span><b id="assistant-entry-mobile" hidden></b></button>`}
</div>`;
}

/** One image if both modes share a file, and the site's name if there is no logo. */
export function logo({ logo: { light, dark }, name }: SiteFrame): SafeHtml {
  if (light === undefined || dark === undefined || light.src === dark.src) {
    const file = light ?? dark;
    return file === undefined ? html`<span>${name}</span>` : logoImage(file, name);
  }
  return html`${logoImage(light, name, "for-light")}${logoImage(dark, name, "for-dark")}`;
}

const logoHeight = 24;

/** The width prevents a layout shift when the picture arrives. */
function logoImage({ src, ratio }: LogoPicture, name: string, className?: string): SafeHtml {
  const width = ratio === undefined ? undefined : Math.max(1, Math.round(ratio * logoHeight));
  return html`<img${className !== undefined && html` class="${className}"`} src="${src}" alt="${name}"${width !== undefined && html` width="${width}"`} height="${logoHeight}">`;
}

/** The row below the header. A single tab is shown only if it has a menu or is global. */
export function headerTabs(tabs: Tab[], { sections }: FrameWords): SafeHtml | false {
  if (!hasTabs(tabs)) return false;
  return html`<nav class="header-tabs" aria-label="${sections}"><div>${tabs.map(bounded).map((tab) => (tab.items.length > 0 ? tabMenu(tab) : anchorLink(tab)))}</div></nav>`;
}

const labelLengthMax = 60;

/** Cuts a very long name, which would push the other tabs out of sight. */
function bounded(tab: Tab): Tab {
  return tab.label.length > labelLengthMax ? { ...tab, label: `${tab.label.slice(0, labelLengthMax).trim()}…` } : tab;
}

export function hasTabs(tabs: Tab[]): boolean {
  return tabs.length > 1 || tabs.some((tab) => tab.items.length > 1 || tab.isGlobal === true);
}

/** A tab with a menu. It also shows the name of the current item. */
function tabMenu(tab: Tab): SafeHtml {
  const current = tab.items.find((item) => item.current === true);
  return html`<details class="menu header-menu"><summary${tab.current === true && html` aria-current="true"`}>${frameIcon(tab.icon)}${tab.label}${tag(tab.tag)}${current !== undefined && html` <small>${current.label}</small>`}${ownIcon("down")}</summary>
<ul class="menu-panel">${tab.items.map((item) => html`<li>${menuLink(item)}</li>`)}</ul></details>`;
}
