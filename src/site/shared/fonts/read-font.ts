import { type FontTables, readFontTables } from "./font-tables.ts";

/** The metrics of a font, relative to its size. */
export interface Font {
  ascent: number;
  descent: number;
  lineGap: number;
  /** The width of a letter; undefined if the font lacks the letter. */
  widthOf(letter: string): number | undefined;
}

/** Undefined if the file is damaged or not a font. */
export function readFont(bytes: Buffer): Font | undefined {
  try {
    return fontOf(readFontTables(bytes));
  } catch {
    // A damaged font isn't an error: there are just no metrics.
    return undefined;
  }
}

function fontOf(tables: FontTables): Font | undefined {
  const [head, lines, letters] = ["head", "hhea", "cmap"].map((name) => tables.get(name));
  const pairs = tables.get("hmtx");
  const widths = pairs ?? tables.get("widths");
  if (head === undefined || lines === undefined || widths === undefined || letters === undefined) return undefined;
  const unitsPerEm = head.readUInt16BE(18);
  const widthsCount = lines.readUInt16BE(34);
  if (unitsPerEm === 0 || widthsCount === 0) return undefined;
  const step = pairs === undefined ? 2 : 4;
  const glyphOf = glyphFinder(letters);
  return {
    ascent: lines.readInt16BE(4) / unitsPerEm,
    descent: -lines.readInt16BE(6) / unitsPerEm,
    lineGap: lines.readInt16BE(8) / unitsPerEm,
    widthOf(letter) {
      const glyph = glyphOf(letter.codePointAt(0) ?? 0);
      return glyph === 0 ? undefined : widths.readUInt16BE(Math.min(glyph, widthsCount - 1) * step) / unitsPerEm;
    },
  };
}

type GlyphFinder = (letter: number) => number;

const subtablesMax = 32;

/** Returns glyph 0 for letters that the font lacks. */
function glyphFinder(table: Buffer): GlyphFinder {
  const found: Partial<Record<number, GlyphFinder>> = {};
  for (let index = 0; index < Math.min(table.readUInt16BE(2), subtablesMax); index += 1) {
    const subtable = table.subarray(table.readUInt32BE(4 + index * 8 + 4));
    const format = subtable.readUInt16BE(0);
    if (format === 4) found[4] = segmentFinder(subtable);
    if (format === 12) found[12] = groupFinder(subtable);
  }
  return found[12] ?? found[4] ?? (() => 0);
}

/** Format 4: segments of letters up to U+FFFF, in four consecutive columns. */
function segmentFinder(table: Buffer): GlyphFinder {
  const size = table.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + size, 16 + size * 2, 16 + size * 3];
  return (letter) => {
    for (let at = 0; at < size; at += 2) {
      if (table.readUInt16BE(ends + at) < letter) continue;
      const start = table.readUInt16BE(starts + at);
      if (start > letter) return 0;
      const delta = table.readUInt16BE(deltas + at);
      const offset = table.readUInt16BE(offsets + at);
      if (offset === 0) return (letter + delta) & 0xffff;
      const glyph = table.readUInt16BE(offsets + at + offset + (letter - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}

/** Format 12: groups of letters of all planes. */
function groupFinder(table: Buffer): GlyphFinder {
  const count = table.readUInt32BE(12);
  return (letter) => {
    for (let index = 0; index < count; index += 1) {
      const at = 16 + index * 12;
      if (table.readUInt32BE(at + 4) < letter) continue;
      const start = table.readUInt32BE(at);
      return start > letter ? 0 : table.readUInt32BE(at + 8) + letter - start;
    }
    return 0;
  };
}

/** The measures of a font that its fallback needs, as plain data for the cache. */
export interface FontMeasures extends Pick<Font, "ascent" | "descent" | "lineGap"> {
  /** The width of a text in this font relative to Arial. */
  widthByArial: number;
}

/** Undefined if the file isn't a font with Latin letters. */
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

/** A text with about the letter frequencies of English. */
const sample =
  "a reader who opens the page on a slow line sees the same words in the same places as one who has had the font before";

/** The widths of Arial's letters relative to the font size. */
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
