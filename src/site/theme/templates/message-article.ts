import { html, type SafeHtml, sanitizedHtml } from "../../ground/html/html-template.ts";
import type { FrameWords } from "../../translations/find-translations.ts";
import { menuLink } from "./frame-link.ts";
import type { Article, FrameLink } from "./site-frame.ts";

/** The body of a page that could not be rendered, with the reason. */
export function failedArticle(reason: string): Article {
  const message = html`<div class="callout callout-danger" role="note"><div class="callout-body"><p class="callout-title">This page could not be built</p><p>${withCode(reason)}</p></div></div>`;
  return { html: message.markup, top: "", aside: "", tester: "", headings: [], stylesheet: undefined };
}

/** The body of the page for unknown addresses: the author's text, a link to the home page, and suggestions. */
export function notFoundArticle(places: FrameLink[], words: FrameWords, text: string | undefined): Article {
  const message = html`${text !== undefined && html`<div class="lead">${sanitizedHtml(text)}</div>`}
<p class="buttons"><a class="button" href="/">${words.home}</a> <button class="button with-script" type="button" data-search="address">${words.search}</button></p>
${places.length > 0 && html`<nav aria-label="${words.beginWith}"><ul class="places" data-places>${places.map((place) => html`<li>${menuLink(place)}</li>`)}</ul></nav>`}`;
  return { html: message.markup, top: "", aside: "", tester: "", headings: [], stylesheet: undefined };
}

/** Turns text in backticks into code. */
function withCode(sentence: string): (string | SafeHtml)[] {
  return sentence.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
