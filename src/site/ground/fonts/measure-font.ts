import { type Font, readFont } from "./read-font.ts";

/** What a stand-in for a font needs to know of it. Plain data, for the cache. */
export interface FontMeasures extends Pick<Font, "ascent" | "descent" | "lineGap"> {
  /** The width of a text in this font by its width in Arial. */
  widthByArial: number;
}

/** Undefined for what is no font of Latin letters. */
export function measureFont(bytes: Buffer): FontMeasures | undefined {
  const font = readFont(bytes);
  if (font === undefined) return undefined;
  let [width, arialWidth] = [0, 0];
  for (const letter of sample) {
    width += font.widthOf(letter) ?? 0;
    arialWidth += arialWidths[letter] ?? 0;
    if (font.widthOf(letter) === undefined) return undefined;
  }
  const { ascent, descent, lineGap } = font;
  return width === 0 ? undefined : { ascent, descent, lineGap, widthByArial: width / arialWidth };
}

/** Letters about as often as in English. */
const sample =
  "a reader who opens the page on a slow line sees the same words in the same places as one who has had the font before";

/** By the size of the font. */
const arialWidths: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    il: 0.222,
    "ft ": 0.278,
    r: 0.333,
    csvk: 0.5,
    abdeghnopu: 0.556,
    w: 0.722,
    m: 0.833,
  }).flatMap(([letters, width]) => [...letters].map((letter) => [letter, width])),
);
