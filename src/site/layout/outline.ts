import { html, type SafeHtml } from "../html/html-template.ts";
import type { Heading } from "../page/collect-facts.ts";

/** “On this page” in the right column; site.js marks the heading that is read. */
export function outline(headings: Heading[]): SafeHtml {
  return html`<aside class="outline"><nav aria-label="On this page"><p class="outline-title">On this page</p>${list(headings)}</nav></aside>`;
}

/** The same for narrow screens, folded under the title. */
export function outlineDisclosure(headings: Heading[]): SafeHtml {
  return html`<details class="outline-disclosure"><summary>On this page</summary>${list(headings)}</details>`;
}

function list(headings: Heading[]): SafeHtml {
  return html`<ul>${headings.map(
    ({ id, text, level, isInOtherView }) =>
      html`<li class="level-${level}${isInOtherView === true && " in-other-view"}"><a href="#${encodeURIComponent(id)}">${text}</a></li>`,
  )}</ul>`;
}
