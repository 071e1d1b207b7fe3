import type { FontSetting } from "../config/fonts.ts";
import type { SiteConfig } from "../config/site-config.ts";
import { codeRules } from "./code-rules.ts";
import { colorRules, filledRules } from "./site-colors.ts";
import { siteFilePath } from "./site-file-path.ts";
import type { Banner } from "./site-frame.ts";

/** The rules that a site has for itself: its colours, fonts, background and code. Everything else is the same everywhere. */
export function lookRules(config: SiteConfig, banners: Banner[]): string {
  return [
    colorRules({ ...config.colors, background: config.background?.color }),
    ...fontRules(config.fonts?.body, "--own-font"),
    ...fontRules(config.fonts?.heading, "--own-heading-font"),
    ...imageRules(config.background?.image),
    ...codeRules(config.styling?.codeblocks?.theme),
    ...banners.map(({ mark, color }) =>
      color === undefined ? "" : `.banner-${mark}{${filledRules("banner", color)}}`,
    ),
  ]
    .filter(Boolean)
    .join("\n");
}

/** A file of the project, in the form that a stylesheet can hold. Files elsewhere are not loaded. */
export function ownFile(path: string | undefined): string | undefined {
  const url = siteFilePath(path);
  if (url === undefined || !url.startsWith("/") || url.startsWith("//")) return undefined;
  return encodeURI(url).replaceAll(/["'()\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

/** A font whose file is in the project is loaded; any other is used where the reader has it. */
function fontRules(font: FontSetting | undefined, variable: string): string[] {
  const family = font?.family.replaceAll(/[^\w\s-]/g, "").trim();
  if (font === undefined || !family) return [];
  const file = ownFile(font.source);
  const weight = /^\d{1,4}( \d{1,4})?$/.exec(font.weight ?? "")?.[0];
  const rule = `:root{${variable}:"${family}"}`;
  if (file === undefined) return [rule];
  const format = font.format ?? (file.endsWith(".woff") ? "woff" : "woff2");
  return [
    `@font-face{font-family:"${family}";font-weight:${weight ?? "100 900"};font-display:swap;src:url("${file}") format("${format}")}`,
    rule,
  ];
}

type BackgroundImage = NonNullable<SiteConfig["background"]>["image"];

function imageRules(image: BackgroundImage): string[] {
  const [light, dark] = [ownFile(image?.light), ownFile(image?.dark)];
  if (light === undefined || dark === undefined) return [];
  const rule = (selector: string, file: string) => `${selector} .with-image::before{background-image:url("${file}")}`;
  return [
    rule(":root", light),
    rule(':root[data-theme="dark"]', dark),
    `@media (prefers-color-scheme:dark){${rule(':root:not([data-theme="light"])', dark)}}`,
  ];
}
