import type { SiteConfig } from "../config/site-config.ts";
import type { ThemedFile } from "../config/themed.ts";
import { safeLinkUrl, safeResourceUrl } from "../html/safe-url.ts";
import type { NavigationTree } from "../navigation/navigation-tree.ts";
import type { SiteAssets } from "./site-assets.ts";
import type { FrameLink, SiteFrame } from "./site-frame.ts";

/** The settings that a reader sees on every page. Addresses are checked here; templates escape the words. */
export function makeSiteFrame(config: SiteConfig, tree: NavigationTree, assets: SiteAssets): SiteFrame {
  const { navbar, footer, banner, appearance } = config;
  return {
    name: config.name,
    description: config.description,
    logo: { ...themed(config.logo), href: config.logo?.href ?? "/" },
    favicon: themed(config.favicon).light,
    navbarLinks: frameLinks(navbar?.links ?? []),
    navbarButton: frameLinks(navbar?.primary === undefined ? [] : [navbar.primary])[0],
    banner:
      banner?.content === undefined ? undefined : { content: plainBanner(banner.content), kind: banner.type ?? "info" },
    footerColumns: (footer?.links ?? []).map(({ header, items }) => ({
      header: header ?? "",
      links: frameLinks(items ?? []),
    })),
    socials: Object.entries(footer?.socials ?? {}).flatMap(([platform, href]) =>
      frameLinks([{ label: socialName(platform), href }]),
    ),
    globalLinks: tree.global
      .filter((division) => division.href !== undefined && !division.hidden)
      .map((division) => ({ label: division.label, href: division.href ?? "/" })),
    startMode: appearance?.default ?? "system",
    canSwitchMode: appearance?.strict !== true,
    stylesheet: `/${assets.stylesheet.path}`,
    script: `/${assets.script.path}`,
    themeScript: `/${assets.themeScript.path}`,
  };
}

function themed(file: ThemedFile | undefined): { light: string | undefined; dark: string | undefined } {
  return { light: filePath(file?.light), dark: filePath(file?.dark) };
}

function filePath(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const safe = safeResourceUrl(path);
  return safe === undefined || /^(?:https?:)?\//.test(safe) ? safe : `/${safe.replace(/^\.\//, "")}`;
}

interface ConfigLink {
  label?: string;
  href?: string;
  type?: string;
}

const typeLabels: Record<string, string> = { github: "GitHub", discord: "Discord" };

/** A link needs an address that may be followed and a name to show; the type gives the name where the label is empty. */
function frameLinks(links: ConfigLink[]): FrameLink[] {
  return links.flatMap(({ label, href, type }) => {
    const safe = href === undefined ? undefined : safeLinkUrl(href);
    const shown = label || typeLabels[type ?? ""] || hostOf(safe);
    return safe === undefined || shown === undefined ? [] : [{ label: shown, href: safe }];
  });
}

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL.parse(url)?.hostname;
}

const socialNames: Record<string, string> = { x: "X", github: "GitHub", linkedin: "LinkedIn", youtube: "YouTube" };

function socialName(platform: string): string {
  return socialNames[platform] ?? platform.charAt(0).toUpperCase() + platform.slice(1).replaceAll("-", " ");
}

/** The banner is inline Markdown; until it is rendered as such, its links are shown by their text. */
function plainBanner(content: string): string {
  return content.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[*_`]/g, "");
}
