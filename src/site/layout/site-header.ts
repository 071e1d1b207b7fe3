import { html, type SafeHtml } from "../html/html-template.ts";
import { anchorLink } from "./anchor-link.ts";
import { ownIcon } from "./own-icons.ts";
import type { PageView } from "./page-view.ts";
import type { SiteFrame } from "./site-frame.ts";
import { switchers } from "./switcher.ts";

/** Name and version at the start, links at the end. The space between them is for the search field. */
export function siteHeader(view: PageView): SafeHtml {
  const { site, branch, words } = view;
  const navbar = branch.surroundings.navbar ?? site.surroundings.navbar;
  return html`<header class="site-header">
<div class="header-row">
<button class="icon-button menu-button" type="button" popovertarget="sidebar" aria-label="${words.openMenu}">${ownIcon("menu")}</button>
<a class="logo" href="${site.logo.href}">${logo(site)}</a>
${switchers(view, "version")}
<div class="header-end">
${(navbar.links.length > 0 || navbar.button !== undefined) && html`<nav class="header-links" aria-label="${words.siteLinks}">${navbar.links.map((link) => anchorLink(link))}${navbar.button !== undefined && anchorLink(navbar.button, "header-button")}</nav>`}
${switchers(view, "language")}
${site.canSwitchMode && html`<button class="icon-button theme-button" type="button" data-theme-switch aria-label="${words.switchMode}">${ownIcon("sun")}${ownIcon("moon")}</button>`}
</div>
</div>
</header>`;
}

/** With one file for both modes there is one picture; without any there is the name. */
function logo({ logo: { light, dark }, name }: SiteFrame): SafeHtml {
  if (light === undefined || dark === undefined || light === dark) {
    const file = light ?? dark;
    return file === undefined ? html`<span>${name}</span>` : html`<img src="${file}" alt="${name}" height="24">`;
  }
  return html`<img class="for-light" src="${light}" alt="${name}" height="24"><img class="for-dark" src="${dark}" alt="${name}" height="24">`;
}
