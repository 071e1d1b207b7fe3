import { contrast, contrastOnTint, type Oklch } from "./oklch.ts";

/** The minimum for text in WCAG AA. */
export const textContrast = 4.5;
const lightnessStep = 0.01;
const darkChromaMax = 0.16;

/** The share of the accent in the fill behind the current page; see `--accent-soft`. */
const softShare = 0.1;

/** The accent for light mode, darkened until text in this color is readable, even on the soft fill. */
export function accentForLight(color: Oklch, background: Oklch): Oklch {
  return readableOn(color, background, -lightnessStep);
}

/** The accent for dark mode, with limited saturation and lightened until it is readable. */
export function accentForDark(color: Oklch, background: Oklch): Oklch {
  return readableOn({ ...color, chroma: Math.min(color.chroma, darkChromaMax) }, background, lightnessStep);
}

/** Shifts the lightness until text in the color is readable on the background and on the soft fill above it. */
export function readableOn(color: Oklch, background: Oklch, step: number): Oklch {
  let shifted = color;
  while (
    contrastOnTint(shifted, background, softShare) < textContrast &&
    shifted.lightness + step > 0 &&
    shifted.lightness + step < 1
  ) {
    shifted = { ...shifted, lightness: shifted.lightness + step };
  }
  return shifted;
}

const nearlyWhite: Oklch = { lightness: 0.99, chroma: 0, hue: 0 };
const nearlyBlack: Oklch = { lightness: 0.2, chroma: 0.014, hue: 260 };

/** The minimum for large text in WCAG AA. */
const whiteContrastMin = 3;

/**
 * A filled area with its text. On saturated colors, black text looks wrong even where its contrast is higher, so only
 * light colors have black text. Other colors are darkened until white text is readable.
 */
export function filled(color: Oklch): { fill: Oklch; text: Oklch } {
  if (contrast(nearlyWhite, color) < whiteContrastMin) return { fill: color, text: nearlyBlack };
  let fill = color;
  while (contrast(nearlyWhite, fill) < textContrast) fill = { ...fill, lightness: fill.lightness - lightnessStep };
  return { fill, text: nearlyWhite };
}
