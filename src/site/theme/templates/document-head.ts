import { mathAssets } from "../../page/math/math-assets.ts";
import { html, type SafeHtml } from "../../shared/html/html-template.ts";
import { headTags } from "../head-tags.ts";
import type { Article, PageFrame, SiteFrame } from "./site-frame.ts";
import { pageSheets } from "./stylesheets.ts";

/**
 * The stylesheets that the page uses, one tiny script before the first paint, and one script after it. The strict policy forbids inline
 * styles and scripts.
 */
export function documentHead(site: SiteFrame, page: PageFrame, article: Article, language: string): SafeHtml {
  const { stylesheet, tester, usesMath } = article;
  const title = page.title === site.name ? site.name : `${page.title} – ${site.name}`;
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${headTags(site, page, article, language)}
${page.sendsTo !== undefined && html`<meta http-equiv="refresh" content="0;url=${page.sendsTo}">`}
<meta name="color-scheme" content="${site.startMode === "system" ? "light dark" : site.startMode}">
${favicon(site)}
${site.earlyFonts.map((address) => earlyFont(address))}
${pageSheets(site.stylesheets, page, article).map((address) => html`<link rel="stylesheet" href="${address}">`)}
${codeFont(site, article)}
${usesMath === true && mathStyles()}
<link rel="preload" href="${site.iconStylesheet}" as="style" fetchpriority="low">
${stylesheet !== undefined && html`<link rel="stylesheet" href="${stylesheet}">`}
<script src="${site.beforePaintScript}"></script>
${site.earlyScripts.map(({ src }) => html`<script src="${src}" defer></script>`)}<script src="${site.script}" defer></script>
${tester !== "" && html`<script src="${site.testerScript}" defer></script>`}
${authorScripts(site, article)}
</head>`;
}

/** The author's scripts come after Lectern's scripts, so that the page is interactive when they run. */
function authorScripts({ authorScripts, services }: SiteFrame, { scripts = [] }: Article): SafeHtml[] {
  return [
    ...(services === undefined
      ? []
      : [html`<script src="${services.script}" data-services="${services.settings}" defer></script>`]),
    ...authorScripts.map(({ src, isModule }) =>
      isModule ? html`<script src="${src}" type="module"></script>` : html`<script src="${src}" defer></script>`,
    ),
    ...scripts.map((src) => html`<script src="${src}" defer></script>`),
  ];
}

/** Preloads a font together with the stylesheet, so that it arrives before the first paint. */
function earlyFont(address: string, priority?: "low"): SafeHtml {
  const type = address.endsWith(".woff") ? "font/woff" : "font/woff2";
  return html`<link rel="preload" href="${address}" as="font" type="${type}" crossorigin${priority !== undefined && html` fetchpriority="${priority}"`}>`;
}

/**
 * The font of a page with code. It is requested early but with low priority, and still arrives before the first paint.
 * On an API page, which starts with code, it has the same priority as the text font.
 */
function codeFont({ codeFont: address }: SiteFrame, { html: text, top, aside }: Article): SafeHtml | false {
  if (top.includes("<code") || aside.includes("<code")) return earlyFont(address);
  return text.includes("<code") && earlyFont(address, "low");
}

function mathStyles(): SafeHtml {
  const { stylesheet, earlyFonts } = mathAssets();
  return html`${earlyFonts.map(({ path }) => earlyFont(`/${path}`))}<link rel="stylesheet" href="/${stylesheet.path}">`;
}

/** Every page has an icon. Without it, browsers would request /favicon.ico and report that it is missing. */
function favicon({ favicon: { light, dark } }: SiteFrame): SafeHtml {
  if (light === undefined || dark === undefined || light === dark) {
    return html`<link rel="icon" href="${light ?? dark ?? "data:,"}">`;
  }
  return html`<link rel="icon" href="${light}" media="(prefers-color-scheme: light)"><link rel="icon" href="${dark}" media="(prefers-color-scheme: dark)">`;
}
