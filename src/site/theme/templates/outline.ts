import type { Heading } from "../../page/markdown/collect-facts.ts";
import { html, type SafeHtml } from "../../shared/html/html-template.ts";
import type { FrameWords } from "../../translations/find-translations.ts";
import { ownIcon } from "./own-icons.ts";

/** “On this page” in the right column. The site's script marks the current heading. */
export function outline(headings: Heading[], { onThisPage }: FrameWords, menu: SafeHtml | false): SafeHtml {
  return html`<aside class="outline">${headings.length > 1 && html`<nav aria-label="${onThisPage}"><p class="outline-title">${ownIcon("outline")}${onThisPage}</p>${list(headings)}</nav>`}${menu}</aside>`;
}

/** The outline on narrow screens: a menu below the title. */
export function outlineMenu(headings: Heading[], { onThisPage }: FrameWords): SafeHtml {
  return html`<details class="outline-menu menu"><summary>${ownIcon("outline")}<span>${onThisPage}</span>${ownIcon("down")}</summary><div class="menu-panel">${list(headings)}</div></details>`;
}

/**
 * Third-level headings are nested in the second-level heading above them. Without such a heading, as for steps at
 * the start of a page, they are at the top level.
 */
function list(headings: Heading[]): SafeHtml {
  const top = Math.min(...headings.map((heading) => heading.level));
  const sections: { heading: Heading; below: Heading[] }[] = [];
  for (const heading of headings) {
    const last = sections.at(-1);
    if (heading.level === top || last?.heading.level !== top) sections.push({ heading, below: [] });
    else last.below.push(heading);
  }
  return html`<ul>${sections.map(({ heading, below }) => html`<li data-depth="${heading.level - top}"${otherView(heading)}>${link(heading)}${below.length > 0 && html`<ul>${below.map((child) => html`<li data-depth="${child.level - top}"${otherView(child)}>${link(child)}</li>`)}</ul>`}</li>`)}</ul>`;
}

function link({ id, text }: Heading): SafeHtml {
  return html`<a href="#${encodeURIComponent(id)}">${text}</a>`;
}

function otherView({ isInOtherView }: Heading): SafeHtml | false {
  return isInOtherView === true && html` class="in-other-view"`;
}
