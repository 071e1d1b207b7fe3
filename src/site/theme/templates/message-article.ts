import { html, type SafeHtml, sanitizedHtml } from "../../ground/html/html-template.ts";
import type { FrameWords } from "../../translations/find-translations.ts";
import type { Article } from "./article.ts";
import { menuLink } from "./menu-link.ts";
import type { FrameLink } from "./site-frame.ts";

/** The body of a page that could not be rendered: the address still answers, and says why. */
export function failedArticle(reason: string): Article {
  const message = html`<div class="callout callout-danger" role="note"><div class="callout-body"><p class="callout-title">This page could not be built</p><p>${withCode(reason)}</p></div></div>`;
  return { html: message.markup, top: "", aside: "", tester: "", headings: [], stylesheet: undefined };
}

/** The body of the page for unknown addresses: what the author says, the way home, and a few places in between. */
export function notFoundArticle(places: FrameLink[], words: FrameWords, text: string | undefined): Article {
  const message = html`${text !== undefined && html`<div class="lead">${sanitizedHtml(text)}</div>`}
<p><a class="button" href="/">${words.home}</a></p>
${places.length > 0 && html`<nav aria-label="${words.beginWith}"><ul class="places">${places.map((place) => html`<li>${menuLink(place)}</li>`)}</ul></nav>`}`;
  return { html: message.markup, top: "", aside: "", tester: "", headings: [], stylesheet: undefined };
}

/** What stands between backticks is code, as it is in pages. */
function withCode(sentence: string): (string | SafeHtml)[] {
  return sentence.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
