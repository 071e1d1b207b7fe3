import { html, type SafeHtml, sanitizedHtml } from "../../shared/html/html-template.ts";
import type { FrameWords } from "../../translations/find-translations.ts";
import { ownIcon } from "./own-icons.ts";
import type { Banner, SiteFrame } from "./site-frame.ts";

/** The bar at the top, with rendered content. Its script hides it before it is painted if the reader has closed it. */
export function siteBanner(
  { kind, isDismissible, mark, colorClass }: Banner,
  content: string,
  words: FrameWords,
  { beforePaintScript }: SiteFrame,
): SafeHtml {
  return html`<div class="banner banner-${kind}${colorClass !== undefined && ` ${colorClass}`}" role="region" aria-label="${words.announcement}">
<div class="banner-words">${sanitizedHtml(content)}</div>
${isDismissible && html`<button class="icon-button banner-close" type="button" data-banner="${mark}" aria-label="${words.closeAnnouncement}">${ownIcon("close")}</button><script src="${beforePaintScript}"></script>`}
</div>`;
}
