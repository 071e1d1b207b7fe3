import { type FontTables, readFontTables } from "./font-tables.ts";

/** What a line of text in a font measures, by the size of the font. */
export interface Font {
  ascent: number;
  descent: number;
  lineGap: number;
  /** The width of a letter; undefined when the font does not have it. */
  widthOf(letter: string): number | undefined;
}

/** Undefined for a file that is no font, or is broken. */
export function readFont(bytes: Buffer): Font | undefined {
  try {
    return fontOf(readFontTables(bytes));
  } catch {
    // Broken fonts are shown by browsers or they are not; a page needs nothing of them.
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

/** Glyph 0 is what a font shows for a letter that it does not have. */
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

/** Format 4: segments of letters up to U+FFFF, in four columns that stand one after the other. */
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
