import { type CodeThemeColors, findCodeTheme } from "../../source/code-themes.ts";
import type { SiteConfig } from "../../source/config/site-config.ts";
import { readableOn } from "./accent.ts";
import { hexText, type Oklch, parseHex } from "./oklch.ts";

type CodeTheme = NonNullable<NonNullable<SiteConfig["styling"]>["codeblocks"]>["theme"];

const boxes = ":is(.code,.code-group)";
const lightnessStep = 0.01;

/** Code in the colours of the themes that docs.json names. Without them it has ours, which follow the mode. */
export function codeRules(theme: CodeTheme = "system"): string[] {
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

/** What the boxes of code hold of a theme; a name without colours is one of ours. */
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
    `--surface-2:${hexText(raised(ground, isDark))}`,
    ...Object.entries(marks satisfies Partial<CodeThemeColors>).map(([part, hex]) => `--hl-${part}:${color(hex)}`),
  ];
  return rules.join(";");
}

/** A text that steps back. */
function mixed(text: string, background: string): string {
  const [one, other] = [parseHex(text), parseHex(background)];
  return hexText({ ...one, lightness: one.lightness * 0.8 + other.lightness * 0.2 });
}

function raised(ground: Oklch, isDark: boolean): Oklch {
  return { ...ground, lightness: ground.lightness + (isDark ? 0.06 : -0.04) };
}
