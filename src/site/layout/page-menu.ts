import { html, type SafeHtml } from "../html/html-template.ts";
import { frameIcon, ownIcon } from "./own-icons.ts";
import type { PageFrame, PageMenuOption, SiteFrame } from "./site-frame.ts";

/** What a reader can do with the page as a whole. The first option is the button, all of them are in the menu beside it. */
export function pageMenu(site: SiteFrame, page: PageFrame): SafeHtml | false {
  const options = page.menu ?? site.pageMenu.options;
  const [first] = options;
  if (first === undefined || page.mode === "custom" || page.mode === "frame") return false;
  const action = optionControl(first, page, html`${frameIcon(first.icon)}<span>${first.title}</span>`, "page-action");
  if (options.length === 1) return html`<div class="page-menu">${action}</div>`;
  const items = options.map((option) => {
    const content = html`${frameIcon(option.icon)}<span>${option.title}${option.description !== undefined && html`<small>${option.description}</small>`}</span>${option.kind === "link" && ownIcon("outside")}`;
    return html`<li${needsScript(option) && html` class="with-script"`}>${optionControl(option, page, content)}</li>`;
  });
  return html`<div class="page-menu">${action}<details class="menu"><summary aria-label="More ways to use this page">${ownIcon("down")}</summary><ul class="menu-panel">${items}</ul></details></div>`;
}

/** The address of a page as Markdown. */
export function markdownUrl(url: string): string {
  return url === "/" ? "/index.md" : `${url}.md`;
}

function optionControl(option: PageMenuOption, page: PageFrame, content: SafeHtml, className?: string): SafeHtml {
  const classes = [className, className !== undefined && needsScript(option) && "with-script"]
    .filter(Boolean)
    .join(" ");
  const shown = classes !== "" && html` class="${classes}"`;
  const markdown = markdownUrl(page.url);
  switch (option.kind) {
    case "copy":
      return html`<button type="button"${shown} data-copy-page="${markdown}">${content}</button>`;
    case "print":
      return html`<button type="button"${shown} data-print>${content}</button>`;
    case "view":
      return html`<a href="${markdown}"${shown}>${content}</a>`;
    case "link":
      return html`<a href="${filled(option.href, page)}"${shown} rel="noopener"${option.href.includes(pageText) && html` data-page-text="${markdown}"`}>${content}</a>`;
  }
}

function needsScript({ kind }: PageMenuOption): boolean {
  return kind === "copy" || kind === "print";
}

/** Words in the address of an option. The script puts in what only the browser knows: the host, and the page's text. */
export const pageText = "$page";
const origin = "$origin";

function filled(href: string, { url }: PageFrame): string {
  return href
    .replaceAll("$markdown", encodeURIComponent(`${origin}${markdownUrl(url)}`))
    .replaceAll("$path", encodeURIComponent(url));
}
