import { html, type SafeHtml, sanitisedHtml } from "../html/html-template.ts";
import { anchorLink } from "./anchor-link.ts";
import { ownIcon } from "./own-icons.ts";
import { sidebarEntries } from "./sidebar-entries.ts";
import type { BranchFrame, PageFrame, SiteFrame } from "./site-frame.ts";
import { switchers } from "./switcher.ts";

/** The sidebar. On a phone it is a popover, which opens and closes without any script. */
export function sidebar(site: SiteFrame, branch: BranchFrame, page: PageFrame): SafeHtml {
  const links = [...branch.anchors, ...site.globalLinks];
  const { links: navbarLinks, button } = branch.surroundings.navbar ?? site.surroundings.navbar;
  const siteLinks = [...navbarLinks, ...(button === undefined ? [] : [button])];
  return html`<nav class="sidebar" id="sidebar" popover aria-label="Documentation">
<button class="icon-button sidebar-close" type="button" popovertarget="sidebar" popovertargetaction="hide" aria-label="Close the menu">${ownIcon("close")}</button>
${switchers(branch, "product", page)}${switchers(branch, "dropdown", page)}
${links.length > 0 && html`<ul class="sidebar-anchors">${links.map((link) => html`<li>${anchorLink(link)}</li>`)}</ul>`}
${sanitisedHtml(sidebarEntries(branch.sidebar, page.url))}
${siteLinks.length > 0 && html`<ul class="sidebar-site">${siteLinks.map((link) => html`<li>${anchorLink({ ...link, isIconOnly: false })}</li>`)}</ul>`}
</nav>`;
}
