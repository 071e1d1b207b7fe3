import type { Font } from "./read-font.ts";

export interface StandIn {
  family: string;
  /** Fonts of systems; the first that a reader has is taken. */
  fonts: readonly string[];
  /** Declarations on weight and style, each with its semicolon. */
  face: string;
  /** The width of a text in the font by its width in these. */
  size: number;
  /** The font that is to come. */
  font: Pick<Font, "ascent" | "descent" | "lineGap">;
}

/** One of these is on almost every system. */
export const sansSerifs = { fonts: ["Arial", "Liberation Sans", "Helvetica Neue", "Helvetica"], widthByArial: 1 };
export const wideSansSerifs = { fonts: ["DejaVu Sans", "Verdana"], widthByArial: 1.1414 };

/** A font of the system with the measures of one that is not there yet: lines are as high, and about as long. */
export function standInRule({ family, fonts, face, size, font }: StandIn): string {
  const sources = fonts.map((name) => `local("${name}")`).join(",");
  // Heights are given by the size before it is adjusted.
  const [ascent, descent, gap] = [font.ascent, font.descent, font.lineGap].map((part) => percent(part / size));
  return `@font-face{font-family:"${family}";${face}src:${sources};size-adjust:${percent(size)};ascent-override:${ascent};descent-override:${descent};line-gap-override:${gap}}`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}
