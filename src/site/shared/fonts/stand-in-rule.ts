import type { Font } from "./read-font.ts";

export interface StandIn {
  family: string;
  /** System fonts. The first available font is used. */
  fonts: readonly string[];
  /** Declarations for weight and style, each with its semicolon. */
  face: string;
  /** The width of a text in the web font relative to its width in these fonts. */
  size: number;
  /** The font that is being loaded. */
  font: Pick<Font, "ascent" | "descent" | "lineGap">;
}

/** Almost every system has one of these fonts. */
export const sansSerifs = { fonts: ["Arial", "Liberation Sans", "Helvetica Neue", "Helvetica"], widthByArial: 1 };
export const wideSansSerifs = { fonts: ["DejaVu Sans", "Verdana"], widthByArial: 1.1414 };

/**
 * A system font adjusted to the metrics of a web font that isn't loaded yet: lines have the same height and about the
 * same length.
 */
export function standInRule({ family, fonts, face, size, font }: StandIn): string {
  const sources = fonts.map((name) => `local("${name}")`).join(",");
  // The overrides are relative to the unadjusted size.
  const [ascent, descent, gap] = [font.ascent, font.descent, font.lineGap].map((part) => percent(part / size));
  return `@font-face{font-family:"${family}";${face}src:${sources};size-adjust:${percent(size)};ascent-override:${ascent};descent-override:${descent};line-gap-override:${gap}}`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}
