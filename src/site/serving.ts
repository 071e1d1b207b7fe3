// biome-ignore-all lint/performance/noBarrelFile: one of the doors of this folder, so that its files can change

// For servers of published sites: paths, redirects, policies, and the texts of Lectern's own pages. Every server
// imports this file, so it loads little code.

export type { PageConnections } from "./pipeline/site-policy.ts";
export { type HtmlElement, type HtmlNode, isElement, textOf } from "./shared/html/html-node.ts";
export { html, ownHtml } from "./shared/html/html-template.ts";
export { joinSources, noSources, type PolicySources } from "./shared/policy-sources.ts";
export {
  type ReaderGroups,
  readerProfilePath,
  type SiteRestrictions,
  signInPath,
  signOutPath,
} from "./shared/reader-groups.ts";
export {
  authorCodePath,
  markdownFilePath,
  pageFilePath,
  type SiteFile,
  type SiteFilePart,
} from "./shared/site-file.ts";
export { decodeUrl, tryDecodeUrl } from "./shared/text/decode-url.ts";
export { type VisitorSettings, visitorSettings } from "./source/config/visitor-settings.ts";
export type { AssistantGuidance, AssistantSkill } from "./source/read-assistant-files.ts";
export { createRedirectMatcher, type Redirect, type RedirectMatcher, withoutEndSlash } from "./source/redirects.ts";
export { articleDocument } from "./theme/article-document.ts";
export { basePathOf, pathBelow, urlWithin } from "./theme/base-path.ts";
export { inlineFonts } from "./theme/inline-fonts.ts";
export {
  type CardPicture,
  cardFontBytesMax,
  cardPictureBytesMax,
  cardType,
  type SocialCard,
} from "./theme/social-card.ts";
export { htmlLanguage } from "./theme/templates/html-language.ts";
export { fillClosest } from "./theme/templates/message-article.ts";
export type { SiteLanguage } from "./theme/templates/site-frame.ts";
export { type english, fillWord, findTranslations } from "./translations/find-translations.ts";
