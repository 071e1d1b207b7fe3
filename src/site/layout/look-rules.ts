import type { FontSetting } from "../config/fonts.ts";
import type { SiteConfig } from "../config/site-config.ts";
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

type CodeTheme = NonNullable<NonNullable<SiteConfig["styling"]>["codeblocks"]>["theme"];

const darkThemes =
  /dark|dracula|monokai|night|nord|mocha|frappe|macchiato|black|vitesse-black|aurora|houston|poimandres|synthwave|vesper|andromeeda|laserwave|plastic|dragon|wave|moon|ayu-mirage|red|slack-ochin|ocean/;

/** Our code has one calm look in light and in dark; of a theme that is named, its brightness is kept. */
function codeRules(theme: CodeTheme = "system"): string[] {
  if (theme === "system") return [];
  const isDark = (name: string) =>
    name !== "css-variables" && darkThemes.test(name) && !/light|day|latte|lotus/.test(name);
  const { light, dark } =
    theme === "dark" ? { light: true, dark: true } : { light: isDark(theme.light), dark: isDark(theme.dark) };
  if (light !== dark) return [];
  return [`:is(.code,.code-group){color-scheme:${light ? "dark" : "light"}}`];
}
