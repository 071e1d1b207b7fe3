// biome-ignore-all lint/performance/noBarrelFile: one of the doors of this folder, so that its files can change

// Reads and checks parts of a project: settings, navigation, frontmatter, Markdown, links, API descriptions and built articles.
// This loads all parsers, so only the processes with limits import this file.

export { expandNavigation } from "./api/plan/expand-navigation.ts";
export { createTargetFinder, type ReadSpec } from "./api/plan/find-target.ts";
export { createGeneratedPages } from "./api/plan/generated-pages.ts";
export { indexSpec } from "./api/plan/index-spec.ts";
export { collectNeededSpecs } from "./api/plan/needed-specs.ts";
export { specLimits } from "./api/read/spec-limits.ts";
export { languageNames } from "./page/code/languages.ts";
export { searchIcons } from "./page/icons/search-icons.ts";
export { bareAnchor, createHeadingIds, fieldSlug } from "./page/markdown/heading-ids.ts";
export { parsePage } from "./page/markdown/parse-page.ts";
export { readRenderSettings } from "./page/markdown/render-settings.ts";
export { resolveSiteUrl } from "./page/markdown/resolve-site-url.ts";
export { findFormulas } from "./page/math/mark-formulas.ts";
export type { MarkdownNode } from "./page/page-tree.ts";
export { addRedirects } from "./pipeline/add-redirects.ts";
export { createLinkChecker, isMissingFile, type LinkChecker } from "./pipeline/link-checker.ts";
export { sanitizeSvgFile } from "./pipeline/render/sanitize-svg-file.ts";
export { printHtml } from "./shared/html/print-html.ts";
export { listReferences } from "./source/compose-settings.ts";
export { type ConfigReport, createReport, type SettingUse } from "./source/config/config-report.ts";
export { isIconLibrary } from "./source/config/icon.ts";
export { parseConfig } from "./source/config/parse-config.ts";
export { type SiteConfig, settingForms } from "./source/config/site-config.ts";
export { frontmatterKeys } from "./source/frontmatter-keys.ts";
export { createIgnoreRules, type IgnoreRules } from "./source/ignore-rules.ts";
export { type LineNode, readJsonLines } from "./source/json-lines.ts";
export { plainWords } from "./source/leading-heading.ts";
export { createSettingFinder, createSettingLocator } from "./source/locate-setting.ts";
export type { DraftEntry, DraftLeaf, DraftTree } from "./source/navigation/draft-tree.ts";
export type { NavigationPart } from "./source/navigation/navigation-tree.ts";
export { divisionSorts } from "./source/navigation/read-divisions.ts";
export { readNavigation } from "./source/navigation/read-navigation.ts";
export { readFrontmatter } from "./source/read-frontmatter.ts";
export { readPage, type SourcePage } from "./source/read-page.ts";
export { readRedirects } from "./source/read-redirects.ts";
export { readSource } from "./source/read-sources.ts";
export { settingDescriptions } from "./source/setting-descriptions.ts";
export { splitFrontmatter } from "./source/split-frontmatter.ts";
export { markVariables } from "./source/variables.ts";
export { readArticle } from "./theme/read-article.ts";
