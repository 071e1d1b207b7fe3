import { html, type SafeHtml } from "../html/html-template.ts";
import { ownIcon } from "./own-icons.ts";
import type { FrameLink, PageFrame } from "./site-frame.ts";

/** Below the article: when it was edited, how to mend it, and the pages before and after it. */
export function pageEnd({ editedAt, editUrl, previous, next }: PageFrame): SafeHtml {
  return html`${
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
