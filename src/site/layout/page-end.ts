import { html, type SafeHtml } from "../html/html-template.ts";
import type { FrameLink, PageFrame } from "./site-frame.ts";

/** Below the article: when it was edited, and the pages before and after it. */
export function pageEnd(page: PageFrame): SafeHtml {
  const hasNeighbours = page.previous !== undefined || page.next !== undefined;
  return html`${page.editedAt !== undefined && html`<p class="edited">Last edited on <time datetime="${page.editedAt}">${readableDate(page.editedAt)}</time></p>`}
${hasNeighbours && html`<nav class="neighbours" aria-label="Previous and next page">${neighbour(page.previous, "previous", "Previous")}${neighbour(page.next, "next", "Next")}</nav>`}`;
}

function neighbour(link: FrameLink | undefined, className: string, label: string): SafeHtml {
  if (link === undefined) return html`<span></span>`;
  return html`<a class="${className}" href="${link.href}" rel="${className === "next" ? "next" : "prev"}"><span>${label}</span>${link.label}</a>`;
}

function readableDate(date: string): string {
  const time = new Date(date);
  if (Number.isNaN(time.getTime())) return date;
  return time.toLocaleDateString("en", { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" });
}
