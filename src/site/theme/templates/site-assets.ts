import { readFileSync } from "node:fs";
import { readBrowserFile } from "../../../platform/browser-files.ts";
import { hashedAsset, type SiteAsset } from "../../ground/site-file.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import { english, findTranslations } from "../../translations/find-translations.ts";
import { authorFontFiles, type MeasuresOf } from "./author-fonts.ts";
import type { IconSheet } from "./icon-sheet.ts";
import { lookRules } from "./look-rules.ts";
import { siteFonts } from "./site-fonts.ts";
import type { Banner } from "./site-frame.ts";

export interface SiteAssets {
  stylesheet: SiteAsset;
  /** The icons that the author has chosen. They can be many, so no page waits for them. */
  iconStylesheet: SiteAsset | undefined;
  script: SiteAsset;
  beforePaintScript: SiteAsset;
  testerScript: SiteAsset;
  /** Search and assistant, which a page loads when a reader wants them. */
  readerScript: SiteAsset;
  /** Their words, by language. */
  readerWords: Record<string, SiteAsset>;
  fonts: SiteAsset[];
  /** The addresses of the fonts that every page asks for early. */
  earlyFonts: string[];
  /** The font that pages with code ask for early. */
  codeFont: string;
}

/** In the order of the cascade: a later file may correct an earlier one, and narrow screens correct them all. */
const styles = [
  "colors",
  "ground",
  "icons",
  "banner",
  "header",
  "reader",
  "menus",
  "frame",
  "sidebar",
  "outline",
  "article",
  "article-head",
  "code",
  "syntax",
  "tabs",
  "callouts",
  "cards",
  "steps",
  "disclosures",
  "fields",
  "marks",
  "changelog",
  "trees",
  "boxes",
  "drawings",
  "pictures",
  "api",
  "request-tester",
  "edges",
  "page-end",
  "footer",
  "background",
  "narrow",
  "contrast",
  "motion",
  "print",
];

export interface AssetsRequest {
  config: SiteConfig;
  icons: IconSheet;
  banners: Banner[];
  authorCss: string;
  /** Codes of the languages that the site is written in. */
  languages: readonly string[];
  measuresOf: MeasuresOf;
}

/** The files of ours that the pages of a site load. The frame must be made before: its icons are in the stylesheet. */
export function siteAssets(request: AssetsRequest): SiteAssets {
  const { config, icons, banners, authorCss, languages, measuresOf } = request;
  const { files, rules, textFont, codeFont } = siteFonts();
  const { body = textFont, heading } = authorFontFiles(config);
  const stylesheet = [
    rules,
    ownStyles(),
    lookRules(config, banners, measuresOf),
    icons.ownRules,
    // At the end, so that an author's rule wins over one of ours that weighs the same.
    authorCss,
  ].join("\n");
  const iconRules = icons.chosenRules();
  return {
    stylesheet: hashedAsset("site.css", stylesheet, "text/css; charset=utf-8"),
    iconStylesheet: iconRules === "" ? undefined : hashedAsset("icons.css", iconRules, "text/css; charset=utf-8"),
    script: scriptAsset("site.js"),
    beforePaintScript: scriptAsset("before-paint.js"),
    testerScript: scriptAsset("tester.js"),
    readerScript: scriptAsset("reader.js"),
    readerWords: readerWordFiles(languages),
    fonts: files,
    earlyFonts: heading === undefined ? [body] : [body, heading],
    codeFont,
  };
}

export function listSiteAssets(assets: SiteAssets): SiteAsset[] {
  const { fonts, readerWords, earlyFonts: _, codeFont: __, ...files } = assets;
  return [...Object.values(files).filter((file) => file !== undefined), ...Object.values(readerWords), ...fonts];
}

function scriptAsset(name: string): SiteAsset {
  return hashedAsset(name, readBrowserFile(name), "text/javascript; charset=utf-8");
}

/** English is in the script; what a site says in another language is a file that only its readers load. */
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

/** The same for every site, without the comments and indentation, which are a fifth of it. */
function ownStyles(): string {
  compactStyles ??= styles
    .map((name) => readFileSync(new URL(`../assets/styles/${name}.css`, import.meta.url), "utf8"))
    .join("\n")
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\s*\n\s*/g, "\n");
  return compactStyles;
}
