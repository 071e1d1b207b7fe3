import { html } from "../html/html-template.ts";
import type { Article } from "./page-document.ts";

/** The body of a page that could not be rendered: the address still answers, and says why. */
export function failedArticle(reason: string): Article {
  const message = html`<div class="callout callout-danger" role="note"><div class="callout-body"><p class="callout-title">This page could not be built</p><p>${reason}</p></div></div>`;
  return { html: message.markup, aside: "", headings: [], stylesheet: undefined };
}

export function notFoundArticle(): Article {
  const message = html`<p><a class="button" href="/">Go to the home page</a></p>`;
  return { html: message.markup, aside: "", headings: [], stylesheet: undefined };
}
