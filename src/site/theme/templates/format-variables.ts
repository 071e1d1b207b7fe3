import { hexText, parseHex } from "./oklch.ts";
import type { SiteColors } from "./site-colors.ts";

/** The lightness of the grays that the format defines. */
const grays: Readonly<Record<number, number>> = {
  50: 0.975,
  100: 0.958,
  200: 0.91,
  300: 0.86,
  400: 0.71,
  500: 0.55,
  600: 0.44,
  700: 0.37,
  800: 0.275,
  900: 0.21,
  950: 0.155,
};
const grayChroma = 0.006;

/**
 * Variables that the format defines for authors' stylesheets. Lectern's own styles don't use them. Colors are triplets,
 * for `rgb(var(--gray-950) / 10%)`.
 */
export function formatVariables({ primary, light = primary, dark = primary, background }: SiteColors): string {
  const { hue } = parseHex(primary);
  const rules = [
    `--primary:${triplet(primary)}`,
    `--primary-light:${triplet(light)}`,
    `--primary-dark:${triplet(dark)}`,
    `--background-light:${triplet(background?.light ?? "#ffffff")}`,
    `--background-dark:${triplet(background?.dark ?? "#0d0f12")}`,
    ...Object.entries(grays).map(
      ([step, lightness]) => `--gray-${step}:${triplet(hexText({ lightness, chroma: grayChroma, hue }))}`,
    ),
    "--font-inter:var(--font)",
    "--font-sans:var(--font)",
    "--font-family-headings-custom:var(--font-heading)",
    "--font-family-body-custom:var(--font)",
    "--font-jetbrains-mono:var(--mono)",
    "--font-mono:var(--mono)",
    "--scroll-mt:var(--top)",
  ];
  return `:root{${rules.join(";")}}`;
}

/** `#16a34a` → `22 163 74`; `#1a4` is short for `#11aa44`. */
function triplet(hex: string): string {
  const digits = hex.slice(1);
  const pairs = digits.length < 6 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  return pairs
    .slice(0, 3)
    .map((pair) => Number.parseInt(pair, 16))
    .join(" ");
}
