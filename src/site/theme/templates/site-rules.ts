import { type CodeThemeColors, findCodeTheme } from "../../source/code-themes.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import { readableOn } from "./accent.ts";
import { authorFontRules, type FetchedFonts, type MeasuresOf } from "./author-fonts.ts";
import { formatVariables } from "./format-variables.ts";
import { hexText, parseHex } from "./oklch.ts";
import { colorRules, filledRules } from "./site-colors.ts";
import { ownFile } from "./site-file-path.ts";
import type { Banner } from "./site-frame.ts";

/** The rules that depend on a site's settings: colors, fonts, background and code. */
export function siteRules(
  config: SiteConfig,
  banners: Banner[],
  measuresOf: MeasuresOf,
  fetched: FetchedFonts = new Map(),
): string {
  return [
    colorRules({ ...config.colors, background: config.background?.color }),
    formatVariables({ ...config.colors, background: config.background?.color }),
    ...authorFontRules(config.fonts?.body, "--own-font", measuresOf, fetched),
    ...authorFontRules(config.fonts?.heading, "--own-heading-font", measuresOf, fetched),
    ...imageRules(config.background?.image),
    ...codeRules(config.styling?.codeblocks?.theme),
    ...banners.map(({ color, colorClass }) => color && `.${colorClass}{${filledRules("banner", color)}}`),
  ]
    .filter(Boolean)
    .join("\n");
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

const boxes = ":is(.code,.code-group)";
const lightnessStep = 0.01;

/** The colors of the code themes in docs.json. By default, code has the built-in colors of the current mode. */
function codeRules(theme: CodeTheme = "system"): string[] {
  if (theme === "system") return [];
  if (theme === "dark") return [`${boxes}{color-scheme:dark}`];
  const [light, dark] = [themeRules(theme.light, "light"), themeRules(theme.dark, "dark")];
  if (light === dark) return [`${boxes}{${light}}`];
  return [
    `${boxes}{${light}}`,
    `:root[data-theme="dark"] ${boxes}{${dark}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]) ${boxes}{${dark}}}`,
  ];
}

/** The declarations for a theme. A name without colors is a built-in theme. */
function themeRules(name: string, mode: "light" | "dark"): string {
  const colors = findCodeTheme(name);
  if (colors === undefined) return `color-scheme:${name === "dark" ? "dark" : mode}`;
  const ground = parseHex(colors.background);
  const isDark = ground.lightness < 0.5;
  const color = (hex: string) => hexText(readableOn(parseHex(hex), ground, isDark ? lightnessStep : -lightnessStep));
  const { background, text, ...marks } = colors;
  const rules = [
    `color-scheme:${isDark ? "dark" : "light"}`,
    `--code-background:${background}`,
    `--text:${color(text)}`,
    `--text-strong:${color(text)}`,
    `--text-soft:${color(mixed(text, background))}`,
    `--text-faint:${color(colors.comment)}`,
    `--surface-2:${hexText({ ...ground, lightness: ground.lightness + (isDark ? 0.06 : -0.04) })}`,
    ...Object.entries(marks satisfies Partial<CodeThemeColors>).map(([part, hex]) => `--hl-${part}:${color(hex)}`),
  ];
  return rules.join(";");
}

/** The color of secondary text: the text color mixed with the background. */
function mixed(text: string, background: string): string {
  const [one, other] = [parseHex(text), parseHex(background)];
  return hexText({ ...one, lightness: one.lightness * 0.8 + other.lightness * 0.2 });
}
