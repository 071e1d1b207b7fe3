import { html, type SafeHtml, sanitizedHtml } from "../../ground/html/html-template.ts";
import type { FrameWords } from "../../translations/find-translations.ts";
import { ownIcon } from "./own-icons.ts";
import type { Banner } from "./site-frame.ts";

/** The bar above everything. Its words come rendered; before-paint.js hides it from those who closed this text. */
export function siteBanner({ kind, isDismissible, mark }: Banner, content: string, words: FrameWords): SafeHtml {
  return html`<div class="banner banner-${kind} banner-${mark}" role="region" aria-label="${words.announcement}">
<div class="banner-words">${sanitizedHtml(content)}</div>
${isDismissible && html`<button class="icon-button banner-close" type="button" data-banner="${mark}" aria-label="${words.closeAnnouncement}">${ownIcon("close")}</button>`}
</div>`;
}
