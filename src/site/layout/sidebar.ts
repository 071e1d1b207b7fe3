import { html, type SafeHtml } from "../html/html-template.ts";
import { anchorLink } from "./anchor-link.ts";
import type { BranchFrame, SidebarEntry, SiteFrame } from "./site-frame.ts";

/** The sidebar. On a phone it is a popover, which opens and closes without any script. */
export function sidebar(site: SiteFrame, branch: BranchFrame, currentUrl: string): SafeHtml {
  const links = [...branch.anchors, ...site.globalLinks];
  return html`<nav class="sidebar" id="sidebar" popover aria-label="Documentation">
${branch.switchers.map(
  (
    switcher,
  ) => html`<details class="switcher"><summary aria-label="Choose the ${switcher.kind}">${switcher.label}</summary>
<ul>${switcher.options.map((option) => html`<li>${anchorLink(option)}</li>`)}</ul></details>`,
)}
${links.length > 0 && html`<ul class="sidebar-anchors">${links.map((link) => html`<li>${anchorLink(link)}</li>`)}</ul>`}
${topEntries(branch.sidebar, currentUrl)}
</nav>`;
}

/** Groups on the first level are captions and always open; groups inside them can be folded. */
function topEntries(entries: SidebarEntry[], currentUrl: string): SafeHtml[] {
  const parts: SafeHtml[] = [];
  let loose: SidebarEntry[] = [];
  const flush = () => {
    if (loose.length > 0)
      parts.push(html`<ul class="sidebar-list">${loose.map((entry) => listItem(entry, currentUrl))}</ul>`);
    loose = [];
  };
  for (const entry of entries) {
    if (entry.kind === "page") loose.push(entry);
    else {
      flush();
      const items = entry.entries.map((child) => listItem(child, currentUrl));
      parts.push(
        html`<p class="sidebar-caption">${groupLabel(entry, currentUrl)}</p><ul class="sidebar-list">${items}</ul>`,
      );
    }
  }
  flush();
  return parts;
}

function listItem(entry: SidebarEntry, currentUrl: string): SafeHtml {
  if (entry.kind === "page") {
    const current = entry.url === currentUrl && html` aria-current="page"`;
    return html`<li><a href="${entry.url}"${current}>${entry.title}${tag(entry.tag)}</a></li>`;
  }
  const open = (entry.expanded || holds(entry, currentUrl)) && html` open`;
  const items = entry.entries.map((child) => listItem(child, currentUrl));
  return html`<li><details${open}><summary>${groupLabel(entry, currentUrl)}</summary><ul>${items}</ul></details></li>`;
}

type SidebarGroup = Extract<SidebarEntry, { kind: "group" }>;

function groupLabel(group: SidebarGroup, currentUrl: string): SafeHtml {
  if (group.url === undefined) return html`${group.label}${tag(group.tag)}`;
  const current = group.url === currentUrl && html` aria-current="page"`;
  return html`<a href="${group.url}"${current}>${group.label}${tag(group.tag)}</a>`;
}

function tag(text: string | undefined): SafeHtml | false {
  return text !== undefined && html` <span class="tag">${text}</span>`;
}

function holds(group: SidebarGroup, url: string): boolean {
  return (
    group.url === url || group.entries.some((entry) => (entry.kind === "page" ? entry.url === url : holds(entry, url)))
  );
}
