import { html, type SafeHtml } from "../../ground/html/html-template.ts";
import { anchorLink } from "./anchor-link.ts";
import { ownIcon } from "./own-icons.ts";
import type { PageView } from "./page-view.ts";
import type { LogoPicture, SiteFrame } from "./site-frame.ts";
import { switchers } from "./switcher.ts";

/** Name and version at the start, search and assistant in the middle, links at the end. */
export function siteHeader(view: PageView): SafeHtml {
  const { site, branch, words } = view;
  const navbar = branch.surroundings.navbar ?? site.surroundings.navbar;
  return html`<header class="site-header">
<div class="header-row">
<button class="icon-button menu-button" type="button" popovertarget="sidebar" aria-label="${words.openMenu}">${ownIcon("menu")}</button>
<a class="logo" href="${site.logo.href}">${logo(site)}</a>
${switchers(view, "version")}
${readerBox(view)}
<div class="header-end">
${(navbar.links.length > 0 || navbar.button !== undefined) && html`<nav class="header-links" aria-label="${words.siteLinks}">${navbar.links.map((link) => anchorLink(link))}${navbar.button !== undefined && anchorLink(navbar.button, "header-button")}</nav>`}
${switchers(view, "language")}
${site.canSwitchMode && html`<button class="icon-button theme-button" type="button" data-theme-switch aria-label="${words.switchMode}">${ownIcon("sun")}${ownIcon("moon")}</button>`}
</div>
</div>
</header>`;
}

/**
 * What opens search and assistant, and everything they need to know of the page. Their script is loaded when a reader wants
 * one of them; without any script there is nothing to open.
 */
function readerBox({ site, branch, language, words }: PageView): SafeHtml | false {
  const { search, assistant, pageRating } = site.reader;
  if (!search && !assistant && !pageRating) return false;
  const ownWords = branch.language === undefined ? undefined : site.readerWords[branch.language];
  return html`<div class="reader-box with-script" data-reader-script="${site.readerScript}"${ownWords !== undefined && html` data-words="${ownWords}"`}${site.searchPrompt !== undefined && html` data-prompt="${site.searchPrompt}"`}${branch.version !== undefined && html` data-version="${branch.version}"`}${branch.language !== undefined && html` data-language="${branch.language}"`} data-site-name="${site.name}" data-ask-this="${words.askThis}" data-failed="${words.loadFailed}" lang="${language}">
${search && html`<button class="search-field" type="button" aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K /">${ownIcon("search")}<span>${site.searchPrompt ?? words.search}</span><kbd aria-hidden="true">Ctrl K</kbd></button>`}
${assistant && html`<button class="ask-button" type="button" aria-haspopup="dialog" aria-label="${words.ask}">${ownIcon("sparkles")}<span>${words.ask}</span></button>`}
</div>`;
}

/** With one file for both modes there is one picture; without any there is the name. */
function logo({ logo: { light, dark }, name }: SiteFrame): SafeHtml {
  if (light === undefined || dark === undefined || light.src === dark.src) {
    const file = light ?? dark;
    return file === undefined ? html`<span>${name}</span>` : logoImage(file, name);
  }
  return html`${logoImage(light, name, "for-light")}${logoImage(dark, name, "for-dark")}`;
}

const logoHeight = 24;

/** Its width is told with it, so that nothing beside it moves when it arrives. */
function logoImage({ src, ratio }: LogoPicture, name: string, className?: string): SafeHtml {
  const width = ratio === undefined ? undefined : Math.max(1, Math.round(ratio * logoHeight));
  return html`<img${className !== undefined && html` class="${className}"`} src="${src}" alt="${name}"${width !== undefined && html` width="${width}"`} height="${logoHeight}">`;
}
