import { html, type SafeHtml } from "../html/html-template.ts";
import { anchorLink } from "./anchor-link.ts";
import type { SiteFrame } from "./site-frame.ts";

export function siteFooter({ footerColumns, socials }: SiteFrame): SafeHtml | false {
  if (footerColumns.length === 0 && socials.length === 0) return false;
  return html`<footer class="site-footer">
${
  footerColumns.length > 0 &&
  html`<div class="footer-columns">${footerColumns.map(
    ({ header, links }) =>
      html`<div><p>${header}</p><ul>${links.map((link) => html`<li>${anchorLink(link)}</li>`)}</ul></div>`,
  )}</div>`
}
${socials.length > 0 && html`<ul class="socials">${socials.map((link) => html`<li>${anchorLink(link)}</li>`)}</ul>`}
</footer>`;
}
