import { computeOnce } from "../../shared/compute-once.ts";
import { html, type SafeHtml } from "../../shared/html/html-template.ts";
import { menuLink } from "./frame-link.ts";
import { ownIcon } from "./own-icons.ts";
import type { FrameLink, PageView } from "./site-frame.ts";

/**
 * Below the article: related pages, the rating, the date of the last edit, and the previous and next page. An error
 * message in place of an article can't be rated.
 */
export function pageEnd({ site, page, words, language }: PageView, isMessage = false): SafeHtml {
  const { related, editedAt, editUrl, issueUrl, previous, next } = page;
  return html`${related.length > 0 && html`<nav class="related" aria-labelledby="related-pages"><h2 id="related-pages">${words.related}</h2><ul class="places">${related.map((link) => html`<li>${menuLink(link)}</li>`)}</ul></nav>`}
${site.reader.pageRating && !isMessage && pageRating(words)}
${
  (editedAt !== undefined || editUrl !== undefined || issueUrl !== undefined) &&
  html`<p class="page-facts">${editUrl !== undefined && html`<a href="${editUrl}" rel="noopener">${ownIcon("edit")}${words.edit}</a>`}${issueUrl !== undefined && html`<a href="${issueUrl}" rel="noopener">${ownIcon("issue")}${words.raiseIssue}</a>`}${editedAt !== undefined && edited(editedAt, words.edited, language)}</p>`
}
${
  (previous !== undefined || next !== undefined) &&
  html`<nav class="neighbors" aria-label="${words.neighbors}">${previous !== undefined && neighbor(previous, "previous", words.previous)}${next !== undefined && neighbor(next, "next", words.next)}</nav>`
}`;
}

/** Hidden without JavaScript: a script sends the rating and then asks for a reason. */
function pageRating(words: PageView["words"]): SafeHtml {
  return html`<div class="page-rating with-script" role="group" aria-labelledby="page-rating" data-failed="${words.loadFailed}"><span id="page-rating">${words.wasHelpful}</span><button type="button" data-helpful="true">${ownIcon("thumbUp")}${words.yes}</button><button type="button" data-helpful="false">${ownIcon("thumbDown")}${words.no}</button></div>`;
}

function neighbor({ href, label }: FrameLink, side: "previous" | "next", word: string): SafeHtml {
  const name = side === "next" ? html`${word}${ownIcon("next")}` : html`${ownIcon("previous")}${word}`;
  return html`<a class="${side}" href="${href}" rel="${side === "next" ? "next" : "prev"}"><span>${name}</span>${label}</a>`;
}

function edited(date: string, sentence: string, language: string): SafeHtml {
  const [before = "", after = ""] = sentence.split("{date}");
  return html`<span>${before}<time datetime="${date}">${readableDate(date, language)}</time>${after}</span>`;
}

function readableDate(date: string, language: string): string {
  const time = new Date(date);
  if (Number.isNaN(time.getTime())) return date;
  const format = computeOnce(dateFormats, language, () => {
    return new Intl.DateTimeFormat(language, { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" });
  });
  return format.format(time);
}

/** Creating a format takes longer than laying out the rest of the page. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();
