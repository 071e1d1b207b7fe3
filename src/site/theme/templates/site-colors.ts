import { accentForDark, accentForLight, filled, readableOn, textContrast } from "./accent.ts";
import { contrast, hexText, type Oklch, oklchText, parseHex } from "./oklch.ts";

/** The colors in docs.json: valid hex codes. */
export interface SiteColors {
  primary: string;
  light?: string | undefined;
  dark?: string | undefined;
  background?: { light?: string | undefined; dark?: string | undefined } | undefined;
}

interface Themed<Value> {
  light: Value;
  dark: Value;
}

/** The default backgrounds, as in colors.css. */
const ownBackground: Themed<Oklch> = {
  light: { lightness: 1, chroma: 0, hue: 260 },
  dark: { lightness: 0.165, chroma: 0.008, hue: 260 },
};

/** The colors that depend on the settings. All others are the same for every site. */
export function colorRules(colors: SiteColors): string {
  const { primary, dark = primary } = colors;
  const accents = siteAccents(colors);
  const button = filled(parseHex(dark));
  const rules = [
    `--accent-light:${oklchText(accents.light)}`,
    `--accent-dark:${oklchText(accents.dark)}`,
    `--button:${oklchText(button.fill)}`,
    `--button-text:${oklchText(button.text)}`,
    ...(colors.background === undefined ? [] : groundRules(siteGrounds(colors))),
  ];
  return `:root{${rules.join(";")}}\n`;
}

/** The accent as a CSS color that follows the mode. */
export function themedAccent(colors: SiteColors): string {
  const { light, dark } = siteAccents(colors);
  return `light-dark(${oklchText(light)},${oklchText(dark)})`;
}

/** The accents as readers see them, adjusted so that text in them is readable on every surface. */
function siteAccents(colors: SiteColors): Themed<Oklch> {
  const { primary, light = primary } = colors;
  const highest = raised(siteGrounds(colors), ...highestRise);
  return {
    light: accentForLight(parseHex(primary), highest.light),
    dark: accentForDark(parseHex(light), highest.dark),
  };
}

/** The backgrounds of pages. */
function siteGrounds({ background }: SiteColors): Themed<Oklch> {
  return { light: siteBackground(background?.light, "light"), dark: siteBackground(background?.dark, "dark") };
}

/** The accent for social cards, which don't support oklch(). */
export function accentHex({ primary, light = primary }: SiteColors, mode: "light" | "dark"): string {
  return mode === "light"
    ? hexText(accentForLight(parseHex(primary), ownBackground.light))
    : hexText(accentForDark(parseHex(light), ownBackground.dark));
}

/** A color for text and icons in each mode, readable on the default background. */
export function themedText(light: string, dark: string): string {
  const one = oklchText(accentForLight(parseHex(light), ownBackground.light));
  return `light-dark(${one},${oklchText(accentForDark(parseHex(dark), ownBackground.dark))})`;
}

/** The colors of a filled area and its text in each mode. */
export function filledRules(name: string, { light, dark }: { light?: string; dark?: string }): string {
  const [one, other] = [light ?? dark, dark ?? light];
  if (one === undefined || other === undefined) return "";
  const [onLight, onDark] = [filled(parseHex(one)), filled(parseHex(other))];
  const fill = `light-dark(${oklchText(onLight.fill)},${oklchText(onDark.fill)})`;
  const text = `light-dark(${oklchText(onLight.text)},${oklchText(onDark.text)})`;
  return `--${name}-background:${fill};--${name}-text:${text}`;
}

const lightnessMin = 0.93;
const lightnessMax = 0.3;
const chromaMax = 0.06;

/**
 * An author can tint the background, but light stays light and dark stays dark, because the text color depends on it.
 */
function siteBackground(hex: string | undefined, mode: keyof Themed<Oklch>): Oklch {
  if (hex === undefined) return ownBackground[mode];
  const color = parseHex(hex);
  const lightness =
    mode === "light" ? Math.max(color.lightness, lightnessMin) : Math.min(color.lightness, lightnessMax);
  return { ...color, lightness, chroma: Math.min(color.chroma, chromaMax) };
}

/**
 * The difference in lightness between the background and the highest surface in each mode. Accent text must be readable
 * on that surface too.
 */
const highestRise = [0.026, 0.055] as const;

function raised({ light, dark }: Themed<Oklch>, onLight: number, onDark: number): Themed<Oklch> {
  return {
    light: { ...light, lightness: light.lightness - onLight },
    dark: { ...dark, lightness: dark.lightness + onDark },
  };
}

const nearlyWhite = 0.985;

/** Boxes are slightly darker than a white background and slightly lighter than any other background. */
function boxes(background: Themed<Oklch>, onDark: number): Themed<Oklch> {
  const { lightness } = background.light;
  return raised(background, lightness > nearlyWhite ? 0.012 : (lightness - 1) * 0.55, onDark);
}

const ink = (onLight: [number, number, number], onDark: [number, number, number]): Themed<Oklch> => ({
  light: { lightness: onLight[0], chroma: onLight[1], hue: onLight[2] },
  dark: { lightness: onDark[0], chroma: onDark[1], hue: onDark[2] },
});

/** The colors of secondary text, marks and code comments, as colors.css defines them for the default background. */
const inks: Readonly<Record<string, Themed<Oklch>>> = {
  "text-soft": ink([0.46, 0.018, 260], [0.72, 0.012, 260]),
  "text-faint": ink([0.54, 0.017, 260], [0.64, 0.014, 260]),
  blue: ink([0.53, 0.16, 255], [0.75, 0.11, 250]),
  green: ink([0.5, 0.13, 155], [0.76, 0.12, 155]),
  amber: ink([0.525, 0.12, 70], [0.8, 0.12, 80]),
  red: ink([0.54, 0.19, 25], [0.74, 0.13, 22]),
  "hl-comment": ink([0.53, 0.015, 260], [0.62, 0.015, 260]),
};

/** Surfaces are raised from the background, and the faintest text is still readable on the highest surface. */
function groundRules(background: Themed<Oklch>): string[] {
  const highest = raised(background, ...highestRise);
  const readable = ({ light, dark }: Themed<Oklch>): Themed<Oklch> => ({
    light: readableOn(light, highest.light, -0.01),
    dark: readableOn(dark, highest.dark, 0.01),
  });
  const colors: [string, Themed<Oklch>][] = [
    ["background", background],
    ["surface", boxes(background, 0.025)],
    ["surface-2", highest],
    ["code-background", boxes(background, 0.03)],
    ...Object.entries(inks).map(([name, color]): [string, Themed<Oklch>] => [name, readable(color)]),
  ];
  return colors.map(([name, { light, dark }]) => `--${name}:light-dark(${oklchText(light)},${oklchText(dark)})`);
}

interface FaintColor {
  key: "primary" | "light";
  /** The mode in which text in this color is hard to read. */
  mode: "light" | "dark";
  contrast: number;
  /** The color that readers see instead. */
  shown: string;
}

/** Accents without enough contrast for text. Pages use a readable shade, but the author may prefer another color. */
export function findFaintColors(colors: SiteColors): FaintColor[] {
  const grounds = siteGrounds(colors);
  const accents = siteAccents(colors);
  const modes = [
    { mode: "light", key: "primary", hex: colors.primary },
    { mode: "dark", key: colors.light === undefined ? "primary" : "light", hex: colors.light ?? colors.primary },
  ] as const;
  return modes.flatMap(({ mode, key, hex }) => {
    const reached = contrast(parseHex(hex), grounds[mode]);
    return reached >= textContrast ? [] : [{ key, mode, contrast: reached, shown: hexText(accents[mode]) }];
  });
}
