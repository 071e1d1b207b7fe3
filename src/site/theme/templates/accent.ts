import { contrast, contrastOnTint, type Oklch } from "./oklch.ts";

/** What WCAG asks of text. */
export const textContrast = 4.5;
const lightnessStep = 0.01;
const darkChromaMax = 0.16;

/** How much of the accent is in the fill behind the current page, see `--accent-soft`. */
const softShare = 0.1;

/** The accent on the light background, made darker until text in it can be read, on its own soft fill too. */
export function accentForLight(color: Oklch, background: Oklch): Oklch {
  return readableOn(color, background, -lightnessStep);
}

/** The accent on the dark background: lighter until it can be read, and a little less saturated. */
export function accentForDark(color: Oklch, background: Oklch): Oklch {
  return readableOn({ ...color, chroma: Math.min(color.chroma, darkChromaMax) }, background, lightnessStep);
}

/** Moves the lightness until text of the colour can be read on the background and on the soft fill above it. */
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

/** A filled area and the text on it: white or black, whichever reads better; the fill gives way where neither does. */
export function filled(color: Oklch): { fill: Oklch; text: Oklch } {
  const text = contrast(nearlyWhite, color) >= contrast(nearlyBlack, color) ? nearlyWhite : nearlyBlack;
  const step = text === nearlyWhite ? -lightnessStep : lightnessStep;
  let fill = color;
  while (contrast(text, fill) < textContrast && fill.lightness > lightnessStep && fill.lightness < 1 - lightnessStep) {
    fill = { ...fill, lightness: fill.lightness + step };
  }
  return { fill, text };
}
