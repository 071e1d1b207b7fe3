import { html, type SafeHtml } from "../html/html-template.ts";
import { anchorLink } from "./anchor-link.ts";
import { layoutIcon } from "./layout-icons.ts";
import type { BranchFrame, FrameLink, SiteFrame } from "./site-frame.ts";

export function siteHeader(site: SiteFrame, branch: BranchFrame, hasSidebar: boolean): SafeHtml {
  return html`${site.banner !== undefined && html`<div class="banner banner-${site.banner.kind}" role="note">${site.banner.content}</div>`}
<header class="site-header">
<div class="header-row">
${hasSidebar && html`<button class="icon-button menu-button" type="button" popovertarget="sidebar" aria-label="Open the menu">${layoutIcon("menu")}</button>`}
<a class="logo" href="${site.logo.href}">${logo(site)}</a>
<nav class="header-links" aria-label="Site">
${site.navbarLinks.map((link) => anchorLink(link))}
${site.navbarButton !== undefined && anchorLink(site.navbarButton, "header-button")}
</nav>
${site.canSwitchMode && html`<button class="icon-button theme-button" type="button" data-theme-switch aria-label="Switch between light and dark">${layoutIcon("sun")}${layoutIcon("moon")}</button>`}
</div>
${tabRow(branch.tabs, "Sections", "header-tabs")}
${tabRow(branch.items, "Parts of this section", "header-tabs header-items")}
</header>`;
}

/** One tab alone is no choice, so it is not shown. */
function tabRow(links: FrameLink[], label: string, className: string): SafeHtml | false {
  if (links.length < 2) return false;
  return html`<nav class="${className}" aria-label="${label}"><div>${links.map((link) => anchorLink(link))}</div></nav>`;
}

/** With one file for both modes there is one picture; without any there is the name. */
function logo({ logo: { light, dark }, name }: SiteFrame): SafeHtml {
  if (light === undefined || dark === undefined || light === dark) {
    const file = light ?? dark;
    return file === undefined ? html`<span>${name}</span>` : html`<img src="${file}" alt="${name}" height="24">`;
  }
  return html`<img class="for-light" src="${light}" alt="${name}" height="24"><img class="for-dark" src="${dark}" alt="${name}" height="24">`;
}
