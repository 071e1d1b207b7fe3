import { html, ownHtml, type SafeHtml } from "../../shared/html/html-template.ts";
import { anchorLink, signInLink } from "./frame-link.ts";
import { frameIcon, ownIcon } from "./own-icons.ts";
import { sharedPlace } from "./sidebar-entries.ts";
import type { PageView, Tab } from "./site-frame.ts";
import { hasTabs, logo } from "./site-header.ts";
import { switchers } from "./switcher.ts";

/**
 * The sidebar. On a phone it is a popover, which needs no script. It begins with the parts that don't fit into the
 * header (versions, languages, the button and the tabs) and ends with the header's other links.
 */
export function siteSidebar(view: PageView): SafeHtml {
  const { site, branch, words } = view;
  const links = [...branch.anchors, ...site.globalLinks];
  const choices = [...switchers(view, "version", true), ...switchers(view, "language", true)];
  const signIn = signInLink(view);
  const { links: navbarLinks, button } = branch.surroundings.navbar ?? site.surroundings.navbar;
  return html`<nav class="sidebar" id="sidebar" popover aria-label="${words.documentation}">
<div class="sidebar-head"><div class="sidebar-bar"><a class="logo" href="${site.logo.href}">${logo(site)}</a>${site.reader.search && html`<button class="icon-button with-script" type="button" data-search popovertarget="sidebar" popovertargetaction="hide" aria-label="${words.search}">${ownIcon("search")}</button>`}<button class="icon-button" type="button" popovertarget="sidebar" popovertargetaction="hide" aria-label="${words.closeMenu}">${ownIcon("close")}</button></div>
${choices.length > 0 && html`<div class="sidebar-choices">${choices}</div>`}
${switchers(view, "product")}${switchers(view, "dropdown")}</div>
${button !== undefined && anchorLink({ ...button, isIconOnly: false }, "sidebar-button")}
${hasTabs(branch.tabs) && html`<ul class="sidebar-tabs">${branch.tabs.map(tabEntry)}</ul>`}
${links.length > 0 && html`<ul class="sidebar-anchors">${links.map((link) => html`<li>${anchorLink(link)}</li>`)}</ul>`}
${ownHtml(sharedPlace)}
${(navbarLinks.length > 0 || signIn !== undefined) && html`<ul class="sidebar-site">${navbarLinks.map((link) => html`<li>${anchorLink({ ...link, isIconOnly: false })}</li>`)}${signIn && html`<li>${signIn}</li>`}</ul>`}
</nav>`;
}

/** A tab with a menu folds its entries. */
function tabEntry(tab: Tab): SafeHtml {
  if (tab.items.length === 0) return html`<li>${anchorLink(tab)}</li>`;
  return html`<li><details${tab.current === true && html` open`}><summary>${frameIcon(tab.icon)}${tab.label}</summary><ul>${tab.items.map((item) => html`<li>${anchorLink(item)}</li>`)}</ul></details></li>`;
}
