import { html, type SafeHtml } from "../html/html-template.ts";
import { markdownUrl } from "../machine/site-address.ts";
import { frameIcon, ownIcon } from "./own-icons.ts";
import type { PageFrame, PageMenuOption, SiteFrame } from "./site-frame.ts";

/** What a reader can do with the page as a whole. The first option is the button, all of them are in the menu beside it. */
export function pageMenu(site: SiteFrame, page: PageFrame): SafeHtml | false {
  const all = page.menu ?? site.pageMenu.options;
  const options = all.filter((option) => option.kind !== "spec" || page.specUrl !== undefined);
  const [first] = options;
  if (first === undefined || page.mode === "custom" || page.mode === "frame") return false;
  const action = optionControl(
    first,
    { site, page },
    html`${frameIcon(first.icon)}<span>${first.title}</span>`,
    "page-action",
  );
  if (options.length === 1) return html`<div class="page-menu">${action}</div>`;
  const items = options.map((option) => {
    const content = html`${frameIcon(option.icon)}<span>${option.title}${option.description !== undefined && html`<small>${option.description}</small>`}</span>${option.kind === "link" && ownIcon("outside")}`;
    return html`<li${needsScript(option) && html` class="with-script"`}>${optionControl(option, { site, page }, content)}</li>`;
  });
  return html`<div class="page-menu">${action}<details class="menu"><summary aria-label="More ways to use this page">${ownIcon("down")}</summary><ul class="menu-panel">${items}</ul></details></div>`;
}

interface MenuPlace {
  site: SiteFrame;
  page: PageFrame;
}

function optionControl(option: PageMenuOption, place: MenuPlace, content: SafeHtml, className?: string): SafeHtml {
  const classes = [className, className !== undefined && needsScript(option) && "with-script"]
    .filter(Boolean)
    .join(" ");
  const shown = classes !== "" && html` class="${classes}"`;
  const markdown = markdownUrl(place.page.url);
  switch (option.kind) {
    case "copy":
      return html`<button type="button"${shown} data-copy-page="${markdown}">${content}</button>`;
    case "print":
      return html`<button type="button"${shown} data-print>${content}</button>`;
    case "view":
      return html`<a href="${markdown}"${shown}>${content}</a>`;
    case "spec":
      return html`<a href="${place.page.specUrl}"${shown} download>${content}</a>`;
    case "link":
      return html`<a href="${filled(option.href, place)}"${shown} rel="noopener"${option.href.includes(pageText) && html` data-page-text="${markdown}"`}>${content}</a>`;
  }
}

function needsScript({ kind }: PageMenuOption): boolean {
  return kind === "copy" || kind === "print";
}

/** Stands in an address for the text of the page, which the script puts in. */
const pageText = "$page";

/** Where nobody has said under which address the site is read, the script says it. */
const unknownAddress = "$origin";

function filled(href: string, { site, page: { url } }: MenuPlace): string {
  return href
    .replaceAll("$markdown", encodeURIComponent(`${site.head.address ?? unknownAddress}${markdownUrl(url)}`))
    .replaceAll("$path", encodeURIComponent(url));
}
