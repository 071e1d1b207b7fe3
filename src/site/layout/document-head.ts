import { html, type SafeHtml } from "../html/html-template.ts";
import type { PageFrame, SiteFrame } from "./site-frame.ts";

/** One stylesheet, one tiny script before the first paint, one script after it; nothing inline, for the strict policy. */
export function documentHead(site: SiteFrame, page: PageFrame, pageStylesheet: string | undefined): SafeHtml {
  const title = page.title === site.name ? site.name : `${page.title} – ${site.name}`;
  const description = page.description ?? site.description;
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${description !== undefined && html`<meta name="description" content="${description}">`}
${!page.isIndexed && html`<meta name="robots" content="noindex">`}
<meta name="color-scheme" content="light dark">
${site.favicon !== undefined && html`<link rel="icon" href="${site.favicon}">`}
<link rel="stylesheet" href="${site.stylesheet}">
${pageStylesheet !== undefined && html`<link rel="stylesheet" href="${pageStylesheet}">`}
<script src="${site.themeScript}"></script>
<script src="${site.script}" defer></script>
</head>`;
}
