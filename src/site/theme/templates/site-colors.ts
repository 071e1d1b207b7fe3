import { accentForDark, accentForLight, filled, readableOn } from "./accent.ts";
import { hexText, type Oklch, oklchText, parseHex } from "./oklch.ts";

/** Colours of a site as docs.json has them: hex digits, which were checked. */
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

/** The backgrounds of a site that chooses none, as ground.css has them. */
const ownBackground: Themed<Oklch> = {
  light: { lightness: 1, chroma: 0, hue: 260 },
  dark: { lightness: 0.165, chroma: 0.008, hue: 260 },
};

/** The few colours that a site has for itself; all others are ours. */
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

/** The accents as readers see them: text in them can be read wherever it stands. */
export function siteAccents(colors: SiteColors): Themed<Oklch> {
  const { primary, light = primary } = colors;
  const highest = raised(siteGrounds(colors), ...highestRise);
  return {
    light: accentForLight(parseHex(primary), highest.light),
    dark: accentForDark(parseHex(light), highest.dark),
  };
}

/** What pages stand on. */
export function siteGrounds({ background }: SiteColors): Themed<Oklch> {
  return { light: siteBackground(background?.light, "light"), dark: siteBackground(background?.dark, "dark") };
}

/** The accent of a mode for drawings, which do not know the newer ways to write a colour. */
export function accentHex({ primary, light = primary }: SiteColors, mode: "light" | "dark"): string {
  return mode === "light"
    ? hexText(accentForLight(parseHex(primary), ownBackground.light))
    : hexText(accentForDark(parseHex(light), ownBackground.dark));
}

/** A colour for text and icons in each mode, on a ground of ours. */
export function themedText(light: string, dark: string): string {
  const one = oklchText(accentForLight(parseHex(light), ownBackground.light));
  return `light-dark(${one},${oklchText(accentForDark(parseHex(dark), ownBackground.dark))})`;
}

/** A filled area in each mode and the text on it. */
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

/** An author may tint the ground, but light stays light and dark stays dark: the text on it is chosen for that. */
function siteBackground(hex: string | undefined, mode: keyof Themed<Oklch>): Oklch {
  if (hex === undefined) return ownBackground[mode];
  const color = parseHex(hex);
  const lightness =
    mode === "light" ? Math.max(color.lightness, lightnessMin) : Math.min(color.lightness, lightnessMax);
  return { ...color, lightness, chroma: Math.min(color.chroma, chromaMax) };
}

/** How far the highest surface is from the ground in each mode; text of the accent is read there too. */
const highestRise = [0.026, 0.055] as const;

function raised({ light, dark }: Themed<Oklch>, onLight: number, onDark: number): Themed<Oklch> {
  return {
    light: { ...light, lightness: light.lightness - onLight },
    dark: { ...dark, lightness: dark.lightness + onDark },
  };
}

const nearlyWhite = 0.985;

/** Boxes are a little darker than white and a little lighter than any other ground. */
function boxes(background: Themed<Oklch>, onDark: number): Themed<Oklch> {
  const { lightness } = background.light;
  return raised(background, lightness > nearlyWhite ? 0.012 : (lightness - 1) * 0.55, onDark);
}

const ink = (onLight: [number, number, number], onDark: [number, number, number]): Themed<Oklch> => ({
  light: { lightness: onLight[0], chroma: onLight[1], hue: onLight[2] },
  dark: { lightness: onDark[0], chroma: onDark[1], hue: onDark[2] },
});

/** The colours of quiet text, marks and comments in code, as colors.css has them for grounds of ours. */
const inks: Readonly<Record<string, Themed<Oklch>>> = {
  "text-soft": ink([0.46, 0.018, 260], [0.72, 0.012, 260]),
  "text-faint": ink([0.54, 0.017, 260], [0.64, 0.014, 260]),
  blue: ink([0.53, 0.16, 255], [0.75, 0.11, 250]),
  green: ink([0.5, 0.13, 155], [0.76, 0.12, 155]),
  amber: ink([0.525, 0.12, 70], [0.8, 0.12, 80]),
  red: ink([0.54, 0.19, 25], [0.74, 0.13, 22]),
  "hl-comment": ink([0.53, 0.015, 260], [0.62, 0.015, 260]),
};

/** What stands on the ground rises from it, and the faintest text is still read on the highest of it. */
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
