import { html, type SafeHtml } from "../html/html-template.ts";
import { menuLink } from "./menu-link.ts";
import { ownIcon } from "./own-icons.ts";
import type { FrameLink, PageFrame } from "./site-frame.ts";

/** Below the article: what to read with it, when it was edited, how to mend it, and the pages before and after it. */
export function pageEnd({ related, editedAt, editUrl, previous, next }: PageFrame): SafeHtml {
  return html`${related.length > 0 && html`<nav class="related" aria-labelledby="related-pages"><h2 id="related-pages">Related</h2><ul class="places">${related.map((link) => html`<li>${menuLink(link)}</li>`)}</ul></nav>`}
${
  (editedAt !== undefined || editUrl !== undefined) &&
  html`<p class="page-facts">${editUrl !== undefined && html`<a href="${editUrl}" rel="noopener">${ownIcon("edit")}Edit this page</a>`}${editedAt !== undefined && html`<span>Last edited on <time datetime="${editedAt}">${readableDate(editedAt)}</time></span>`}</p>`
}
${
  (previous !== undefined || next !== undefined) &&
  html`<nav class="neighbours" aria-label="Previous and next page">${previous !== undefined && neighbour(previous, "previous", "Previous")}${next !== undefined && neighbour(next, "next", "Next")}</nav>`
}`;
}

function neighbour({ href, label }: FrameLink, side: "previous" | "next", word: string): SafeHtml {
  const name = side === "next" ? html`${word}${ownIcon("next")}` : html`${ownIcon("previous")}${word}`;
  return html`<a class="${side}" href="${href}" rel="${side === "next" ? "next" : "prev"}"><span>${name}</span>${label}</a>`;
}

function readableDate(date: string): string {
  const time = new Date(date);
  if (Number.isNaN(time.getTime())) return date;
  return time.toLocaleDateString("en", { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" });
}
