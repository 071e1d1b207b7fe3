import { html, type SafeHtml, sanitizedHtml } from "../../ground/html/html-template.ts";
import { anchorLink } from "./anchor-link.ts";
import { ownIcon } from "./own-icons.ts";
import type { PageView } from "./page-view.ts";
import { sidebarEntries } from "./sidebar-entries.ts";
import { switchers } from "./switcher.ts";

/** The sidebar. On a phone it is a popover, which opens and closes without any script. */
export function sidebar(view: PageView): SafeHtml {
  const { site, branch, page, words } = view;
  const links = [...branch.anchors, ...site.globalLinks];
  const { links: navbarLinks, button } = branch.surroundings.navbar ?? site.surroundings.navbar;
  const siteLinks = [...navbarLinks, ...(button === undefined ? [] : [button])];
  return html`<nav class="sidebar" id="sidebar" popover aria-label="${words.documentation}">
<button class="icon-button sidebar-close" type="button" popovertarget="sidebar" popovertargetaction="hide" aria-label="${words.closeMenu}">${ownIcon("close")}</button>
${switchers(view, "product")}${switchers(view, "dropdown")}
${links.length > 0 && html`<ul class="sidebar-anchors">${links.map((link) => html`<li>${anchorLink(link)}</li>`)}</ul>`}
${sanitizedHtml(sidebarEntries(branch.sidebar, page.url, words))}
${siteLinks.length > 0 && html`<ul class="sidebar-site">${siteLinks.map((link) => html`<li>${anchorLink({ ...link, isIconOnly: false })}</li>`)}</ul>`}
</nav>`;
}
