import { html, type SafeHtml, sanitisedHtml } from "../html/html-template.ts";
import { ownIcon } from "./own-icons.ts";
import type { Banner } from "./site-frame.ts";

/** The bar above everything. Its words come rendered; before-paint.js hides it from those who closed this text. */
export function siteBanner({ kind, isDismissible, mark }: Banner, words: string): SafeHtml {
  return html`<div class="banner banner-${kind} banner-${mark}" role="region" aria-label="Announcement">
<div class="banner-words">${sanitisedHtml(words)}</div>
${isDismissible && html`<button class="icon-button banner-close" type="button" data-banner="${mark}" aria-label="Close this announcement">${ownIcon("close")}</button>`}
</div>`;
}
