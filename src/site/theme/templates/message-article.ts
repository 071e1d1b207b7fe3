import { html, ownHtml, type SafeHtml, sanitizedHtml } from "../../shared/html/html-template.ts";
import type { VisitorSettings } from "../../source/config/visitor-settings.ts";
import type { FrameWords } from "../../translations/find-translations.ts";
import { menuLink } from "./frame-link.ts";
import type { Article, FrameLink } from "./site-frame.ts";

/** The body of a page that could not be rendered, with the reason. */
export function failedArticle(reason: string): Article {
  const message = html`<div class="callout callout-danger" role="note"><div class="callout-body"><p class="callout-title">This page could not be built</p><p>${withCode(reason)}</p></div></div>`;
  return { html: message.markup, top: "", aside: "", tester: "", headings: [], stylesheet: undefined };
}

/** The server fills this list, because only the server knows the requested address. */
const closestSlot = '<ul class="places" data-closest></ul>';

/** The body of the 404 page: the author's text, the closest pages, search and assistant, and pages to start with. */
export function notFoundArticle(
  places: FrameLink[],
  words: FrameWords,
  text: string | undefined,
  offers: Pick<VisitorSettings, "search" | "assistant">,
): Article {
  const message = html`${text !== undefined && html`<div class="lead">${sanitizedHtml(text)}</div>`}
<nav class="closest" aria-label="${words.closest}"><p>${words.closest}</p>${ownHtml(closestSlot)}</nav>
<p class="buttons"><a class="button" href="/">${words.home}</a>${offers.search && html` <button class="button with-script" type="button" data-search="address">${words.search}</button>`}${offers.assistant && html` <button class="button with-script" type="button" data-ask>${words.askAssistant}</button>`}</p>
${places.length > 0 && html`<nav aria-label="${words.beginWith}"><ul class="places">${places.map((place) => html`<li>${menuLink(place)}</li>`)}</ul></nav>`}`;
  return { html: message.markup, top: "", aside: "", tester: "", headings: [], stylesheet: undefined };
}

/** Fills in the pages that are closest to the requested address. */
export function fillClosest(document: string, closest: FrameLink[]): string {
  const items = closest.map((page) => html`<li>${menuLink(page)}</li>`);
  return document.replace(closestSlot, () => html`<ul class="places" data-closest>${items}</ul>`.markup);
}

/** Turns text in backticks into code. */
function withCode(sentence: string): (string | SafeHtml)[] {
  return sentence.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
