import { readFileSync } from "node:fs";
import { readBrowserFile } from "../../../platform/browser-files.ts";
import { hashedAsset, type SiteAsset } from "../../shared/site-file.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import { english, findTranslations } from "../../translations/find-translations.ts";
import { authorFontFiles, type FetchedFonts, type MeasuresOf } from "./author-fonts.ts";
import type { IconSheet } from "./icon-sheet.ts";
import { siteFonts } from "./site-fonts.ts";
import type { Banner } from "./site-frame.ts";
import { siteRules } from "./site-rules.ts";

export interface SiteAssets {
  stylesheet: SiteAsset;
  /** The icons that the author has chosen. There may be many, so pages don't wait for them. */
  iconStylesheet: SiteAsset | undefined;
  script: SiteAsset;
  beforePaintScript: SiteAsset;
  testerScript: SiteAsset;
  /** The runtime of authors' components. */
  islandScript: SiteAsset;
  /** Loads third-party services. Undefined for sites without such services. */
  servicesScript: SiteAsset | undefined;
  /** Search and the assistant, loaded on demand. */
  readerScript: SiteAsset;
  /** The search of sites without a server. */
  searchScript: SiteAsset | undefined;
  /** The text of search and the assistant, by language. */
  readerWords: Record<string, SiteAsset>;
  fonts: SiteAsset[];
  authorScripts: SiteAsset[];
  /** The addresses of the fonts that every page preloads. */
  earlyFonts: string[];
  /** The font that pages with code preload. */
  codeFont: string;
}

/** In cascade order: a later file may override an earlier file, and `narrow` overrides most files. */
const styles = [
  "colors",
  "base",
  "icons",
  "banner",
  "shared",
  "header",
  "search-and-ask",
  "menus",
  "frame",
  "sidebar",
  "outline",
  "article",
  "article-head",
  "code",
  "syntax",
  "code-types",
  "tabs",
  "callouts",
  "cards",
  "steps",
  "accordions",
  "fields",
  "badges",
  "changelog",
  "trees",
  "boxes",
  "forms",
  "diagrams",
  "pictures",
  "api",
  "request-tester",
  "scroll-fade",
  "page-end",
  "footer",
  "background",
  "narrow",
  "contrast",
  "motion",
  "print",
];

/** The stylesheets that each theme adds. `mint` adds none. */
const themeStyles: Readonly<Record<SiteConfig["theme"], readonly string[]>> = {
  mint: [],
  maple: ["edge-sidebar", "maple"],
  palm: ["palm"],
  willow: ["edge-sidebar", "willow"],
  linden: ["linden"],
  almond: ["almond"],
  aspen: ["aspen"],
  sequoia: ["sequoia"],
  luma: ["luma"],
};

interface AssetsRequest {
  config: SiteConfig;
  icons: IconSheet;
  banners: Banner[];
  authorCss: string;
  authorScripts: SiteAsset[];
  /** The language codes of the site. */
  languages: readonly string[];
  /** Whether the site loads third-party services. */
  hasServices: boolean;
  /** Whether the site is searched in the browser. */
  hasOwnSearch: boolean;
  measuresOf: MeasuresOf;
  /** The author's fonts from other servers. */
  fetchedFonts: FetchedFonts;
}

/** The built-in files that pages load. The frames must be made first, because the stylesheet contains their icons. */
export function siteAssets(request: AssetsRequest): SiteAssets {
  const { config, icons, banners, authorCss, languages, hasServices, hasOwnSearch, measuresOf, fetchedFonts } = request;
  const { files, rules, textFont, codeFont } = siteFonts();
  const { body = textFont, heading } = authorFontFiles(config, fetchedFonts);
  const stylesheet = [
    rules,
    ownStyles(),
    ...themeStyles[config.theme].map((name) => readStyle(`themes/${name}`)),
    siteRules(config, banners, measuresOf, fetchedFonts),
    icons.ownRules,
    // The author's rules come last, so that they override built-in rules of the same specificity.
    authorCss,
  ].join("\n");
  const iconRules = icons.chosenRules();
  return {
    stylesheet: hashedAsset("site.css", stylesheet, "text/css; charset=utf-8"),
    iconStylesheet: iconRules === "" ? undefined : hashedAsset("icons.css", iconRules, "text/css; charset=utf-8"),
    script: scriptAsset("site.js"),
    beforePaintScript: scriptAsset("before-paint.js"),
    testerScript: scriptAsset("tester.js"),
    islandScript: scriptAsset("islands.js"),
    servicesScript: hasServices ? scriptAsset("services.js") : undefined,
    readerScript: scriptAsset("reader.js"),
    searchScript: hasOwnSearch ? scriptAsset("search.js") : undefined,
    readerWords: readerWordFiles(languages),
    fonts: [...files, ...[...fetchedFonts.values()].flat().map(({ file }) => file)],
    earlyFonts: heading === undefined ? [body] : [body, heading],
    codeFont,
    authorScripts: request.authorScripts,
  };
}

export function listSiteAssets(assets: SiteAssets): SiteAsset[] {
  const { fonts, readerWords, authorScripts, earlyFonts: _, codeFont: __, ...files } = assets;
  const single = Object.values(files).filter((file) => file !== undefined);
  return [...single, ...Object.values(readerWords), ...fonts, ...authorScripts];
}

function scriptAsset(name: string): SiteAsset {
  return hashedAsset(name, readBrowserFile(name), "text/javascript; charset=utf-8");
}

/** English is part of the script. Any other language is a file that only its readers load. */
function readerWordFiles(languages: readonly string[]): Record<string, SiteAsset> {
  return Object.fromEntries(
    languages.flatMap((language) => {
      const words = findTranslations(language);
      if (words === english) return [];
      const name = `reader-words-${language.toLowerCase()}.json`;
      return [[language, hashedAsset(name, JSON.stringify(words.reader), "application/json; charset=utf-8")]];
    }),
  );
}

let compactStyles: string | undefined;

/** The styles of every site, without comments and indentation, which are a fifth of the source. */
function ownStyles(): string {
  compactStyles ??= styles.map(readStyle).join("\n");
  return compactStyles;
}

function readStyle(name: string): string {
  return readFileSync(new URL(`../assets/styles/${name}.css`, import.meta.url), "utf8")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/(?<!\s)\s*\n\s*/g, "\n");
}
