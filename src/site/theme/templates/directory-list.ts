import { html, type SafeHtml } from "../../ground/html/html-template.ts";
import type { FrameWords } from "../../translations/find-translations.ts";
import { tag } from "./anchor-link.ts";
import { frameIcon, ownIcon } from "./own-icons.ts";
import type { Directory, DirectoryEntry } from "./site-frame.ts";

/** The pages of a group below the text of the group's own page, as cards or as accordions. */
export function directoryList({ style, entries: written }: Directory, { deprecated }: FrameWords): SafeHtml {
  const entries = written.map((entry) => (entry.isDeprecated ? { ...entry, tag: deprecated } : entry));
  return style === "card"
    ? html`<div class="columns directory" data-cols="2">${entries.map(card)}</div>`
    : html`<div class="accordion-group directory">${entries.map(accordion)}</div>`;
}

function card(entry: DirectoryEntry): SafeHtml {
  const words = entry.description ?? entry.pages.map((page) => page.label).join(", ");
  return html`<div class="card card-link">${entry.icon !== undefined && html`<span class="card-icon">${frameIcon(entry.icon)}</span>`}<div class="card-words"><p class="card-title"><a href="${entry.href}">${entry.label}</a>${tag(entry.tag)}</p>${words !== "" && html`<div class="card-body"><p>${words}</p></div>`}</div></div>`;
}

/** A page is a link, a group opens and shows its pages. */
function accordion(entry: DirectoryEntry): SafeHtml {
  const words = html`<span class="accordion-words"><span class="accordion-title">${entry.label}${tag(entry.tag)}</span>${entry.description !== undefined && html`<span class="accordion-description">${entry.description}</span>`}</span>`;
  const icon = entry.icon !== undefined && html`<span class="accordion-icon">${frameIcon(entry.icon)}</span>`;
  if (entry.pages.length === 0) {
    return html`<div class="accordion"><a class="directory-link" href="${entry.href}">${icon}${words}${ownIcon("next")}</a></div>`;
  }
  const pages = entry.pages.map((page) => html`<li><a href="${page.href}">${page.label}</a></li>`);
  return html`<details class="accordion"><summary>${ownIcon("down")}${icon}${words}</summary><div class="accordion-body"><ul>${pages}</ul></div></details>`;
}
