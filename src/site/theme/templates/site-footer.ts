import { html, type SafeHtml } from "../../ground/html/html-template.ts";
import { anchorLink } from "./anchor-link.ts";
import type { Surroundings } from "./site-frame.ts";

export function siteFooter({ columns, socials }: Surroundings["footer"]): SafeHtml | false {
  if (columns.length === 0 && socials.length === 0) return false;
  return html`<footer class="site-footer">
${columns.length > 0 && html`<div class="footer-columns">${columns.map(column)}</div>`}
${socials.length > 0 && html`<ul class="socials">${socials.map((link) => html`<li>${anchorLink(link)}</li>`)}</ul>`}
</footer>`;
}

function column({ header, links }: Surroundings["footer"]["columns"][number]): SafeHtml {
  return html`<div>${header !== "" && html`<p>${header}</p>`}<ul>${links.map((link) => html`<li>${anchorLink(link)}</li>`)}</ul></div>`;
}
