import { readBrowserFile } from "../../../platform/browser-files.ts";
import { hashedAsset, type SiteAsset } from "../../shared/site-file.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import { english, findTranslations } from "../../translations/find-translations.ts";
import { cssBelow } from "../base-path.ts";
import { authorFontFiles, type FetchedFonts, type MeasuresOf } from "./author-fonts.ts";
import type { IconSheet } from "./icon-sheet.ts";
import { siteFonts } from "./site-fonts.ts";
import type { Banner } from "./site-frame.ts";
import { siteRules } from "./site-rules.ts";
import { readPart, sheets, themeParts } from "./stylesheets.ts";

export interface SiteAssets {
  /** In cascade order, as in `sheets`. */
  stylesheets: SiteAsset[];
  /** The icons of the frame. There may be many, so pages don't wait for them. */
  iconStylesheet: SiteAsset;
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
  basePath: string;
}

/** The built-in files that pages load. The frames must be made first, because the stylesheet contains their icons. */
export function siteAssets(request: AssetsRequest): SiteAssets {
  const { config, icons, banners, authorCss, languages, hasServices, hasOwnSearch, measuresOf, fetchedFonts } = request;
  const styleAsset = (name: string, css: string) =>
    hashedAsset(name, cssBelow(request.basePath, css), "text/css; charset=utf-8");
  const { files, rules, textFont, codeFont } = siteFonts();
  const { body = textFont, heading } = authorFontFiles(config, fetchedFonts);
  // The author's rules come last, so that they override built-in rules of the same specificity.
  const siteOnly = [siteRules(config, banners, measuresOf, fetchedFonts), authorCss];
  const stylesheets = sheets.map(({ name, parts }) => {
    const own = (name === "site" ? [...parts, ...themeParts[config.theme]] : parts).map(readPart);
    const css = [...(name === "frame" ? [rules] : []), ...own, ...(name === "site" ? siteOnly : [])];
    return styleAsset(`${name}.css`, css.join("\n"));
  });
  return {
    stylesheets,
    iconStylesheet: styleAsset("icons.css", icons.rules()),
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
  const { stylesheets, fonts, readerWords, authorScripts, earlyFonts: _, codeFont: __, ...files } = assets;
  const single = Object.values(files).filter((file) => file !== undefined);
  return [...stylesheets, ...single, ...Object.values(readerWords), ...fonts, ...authorScripts];
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
