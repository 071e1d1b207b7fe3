/** A color in the OKLCH color space. */
export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

/** Red, green and blue from 0 to 1, linear or gamma-encoded. */
type Rgb = [red: number, green: number, blue: number];

export function oklchText({ lightness, chroma, hue }: Oklch): string {
  return `oklch(${lightness.toFixed(3)} ${chroma.toFixed(3)} ${hue.toFixed(1)})`;
}

/** Takes `#16A34A` or `#1a3`. The matrices are from Björn Ottosson's definition of OKLab. */
export function parseHex(hex: string): Oklch {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join("") : hex.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) =>
    toLight(Number.parseInt(digits.slice(start, start + 2), 16) / 255),
  );
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}

/** The nearest sRGB color, such as `#16a34a`. */
export function hexText(color: Oklch): string {
  const parts = toLinear(color).map((value) => {
    const shown = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(shown * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

/** The WCAG contrast ratio of two colors, from 1 to 21. */
export function contrast(one: Oklch, other: Oklch): number {
  return ratio(luminance(toLinear(one)), luminance(toLinear(other)));
}

/** The contrast of a color with a background that is tinted with the same color. */
export function contrastOnTint(color: Oklch, ground: Oklch, share: number): number {
  const [above, below] = [toLinear(color), toLinear(ground)];
  // Browsers mix gamma-encoded values, not linear light.
  const mixed = above.map((part, index) => toLight(toSignal(part) * share + toSignal(below[index] ?? 0) * (1 - share)));
  return ratio(luminance(above), luminance(mixed as Rgb));
}

function ratio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLight(signal: number): number {
  return signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4;
}

function toSignal(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

function toLinear({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(Math.max(value, 0), 1);
  return [
    clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}
