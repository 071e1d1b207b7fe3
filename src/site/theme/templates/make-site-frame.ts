import { isExternalUrl } from "../../shared/html/safe-url.ts";
import { readerProfilePath } from "../../shared/reader-groups.ts";
import { forbidsIndexing } from "../../source/config/seo.ts";
import { staticSettings, visitorSettings } from "../../source/config/visitor-settings.ts";
import type { NavigationTree } from "../../source/navigation/navigation-tree.ts";
import { divisionLink, divisionUrl, type FrameContext } from "./frame-context.ts";
import { htmlLanguage } from "./html-language.ts";
import { pageMenuOptions } from "./make-page-menu.ts";
import { makeSurroundings } from "./make-surroundings.ts";
import { mermaidAssets } from "./mermaid-assets.ts";
import type { SiteAssets } from "./site-assets.ts";
import { siteFilePath } from "./site-file-path.ts";
import type { FrameAssets, LogoPicture, SiteFrame } from "./site-frame.ts";

type SiteFrameWithoutAssets = Omit<SiteFrame, keyof FrameAssets>;

/** The settings that are visible on every page. URLs were validated when they were read, and templates escape text. */
export function makeSiteFrame(tree: NavigationTree, context: FrameContext): SiteFrameWithoutAssets {
  const { theme, name, description, logo, favicon, appearance, background, contextual } = context.config;
  return {
    head: { address: context.address, organization: context.config.seo?.organization },
    name,
    description,
    logo: {
      light: logoPicture(logo?.light, context),
      dark: logoPicture(logo?.dark, context),
      href: logo?.href ?? "/",
    },
    favicon: { light: siteFilePath(favicon?.light), dark: siteFilePath(favicon?.dark) },
    surroundings: makeSurroundings(context.config, context.icons),
    globalLinks: tree.global
      // Tabs are left out, because they have their own row.
      .filter((division) => !division.hidden && division.kind !== "tab")
      .flatMap((division) => divisionLink(division, [], context) ?? []),
    reader: (context.isStatic ? staticSettings : visitorSettings)(context.config),
    ...(context.signedIn !== undefined && { readerProfile: readerProfilePath, isSignedIn: context.signedIn }),
    earlyScripts: context.earlyScripts,
    ...languagesOf(tree, context),
    authorScripts: context.authorScripts,
    hasList: !forbidsIndexing(context.config),
    searchPrompt: context.config.search?.prompt,
    startMode: appearance?.default ?? "system",
    canSwitchMode: appearance?.strict !== true,
    decorations: [background?.decoration, background?.image && "image"].filter((part) => part !== undefined),
    pageMenu: {
      options: pageMenuOptions(contextual?.options, context.icons),
      isInOutline: (contextual?.display ?? (theme === "sequoia" ? "toc" : "header")) === "toc",
    },
  };
}

/** Only a site whose navigation starts with languages can choose one for its readers. */
function languagesOf(tree: NavigationTree, context: FrameContext): Pick<SiteFrame, "languages"> {
  if (context.config.lectern?.detectLanguage !== true || context.isStatic) return {};
  const languages = tree.divisions.flatMap((division) => {
    const home = division.kind === "language" && !division.hidden ? divisionUrl(division, context) : undefined;
    return home === undefined || isExternalUrl(home) ? [] : [{ tag: htmlLanguage(division.label).language, home }];
  });
  return languages.length > 1 ? { languages } : {};
}

export function withAssets(
  frame: SiteFrameWithoutAssets,
  assets: SiteAssets,
  serviceSettings: string | undefined,
): SiteFrame {
  return {
    ...frame,
    stylesheets: assets.stylesheets.map(({ path }) => `/${path}`),
    iconStylesheet: `/${assets.iconStylesheet.path}`,
    script: `/${assets.script.path}`,
    beforePaintScript: `/${assets.beforePaintScript.path}`,
    testerScript: `/${assets.testerScript.path}`,
    islandScript: `/${assets.islandScript.path}`,
    mermaidScript: `/${mermaidAssets().entry}`,
    readerScript: `/${assets.readerScript.path}`,
    searchScript: assets.searchScript && `/${assets.searchScript.path}`,
    readerWords: Object.fromEntries(
      Object.entries(assets.readerWords).map(([language, { path }]) => [language, `/${path}`]),
    ),
    earlyFonts: assets.earlyFonts,
    codeFont: assets.codeFont,
    services:
      assets.servicesScript === undefined || serviceSettings === undefined
        ? undefined
        : { script: `/${assets.servicesScript.path}`, settings: serviceSettings },
  };
}

function logoPicture(path: string | undefined, { ratioOf }: FrameContext): LogoPicture | undefined {
  const src = siteFilePath(path);
  return src === undefined ? undefined : { src, ratio: ratioOf(src.slice(1)) };
}
