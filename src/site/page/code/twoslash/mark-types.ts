import { escapeAttribute } from "../../../shared/html/escape.ts";
import type { TypeHover, TypeNote, TypesFound } from "./type-reader.ts";

const part = /<[^<>]*>|&#?\w+;|[^<&]/gsu;

/**
 * Adds types to highlighted code. Types are attributes, so the text of the code doesn't change for copying, searching
 * and other outputs. Hovers are shown by site.js, notes by the stylesheet.
 */
export function markTypes(highlighted: string, { hovers, notes }: TypesFound): string {
  const hoversByLine = Map.groupBy(hovers, ({ line }) => line);
  const notesByLine = Map.groupBy(notes, ({ line }) => line);
  let isFirst = true;
  const lines = highlighted.split("\n").map((line, number) => {
    const before = notesByLine.get(number - 1) ?? [];
    const marked = markLine(line, hoversByLine.get(number) ?? [], () => {
      const place = isFirst ? "0" : "-1";
      isFirst = false;
      return place;
    });
    return before.map(printNote).join("") + marked;
  });
  const last = (notesByLine.get(lines.length - 1) ?? []).map(printNote).join("");
  return lines.join("\n") + last;
}

/** Leaves out hovers that span several pieces of text: their elements would overlap others. */
function markLine(line: string, hovers: TypeHover[], tabIndex: () => string): string {
  if (hovers.length === 0) return line;
  const starts = new Map(hovers.map((hover) => [hover.column, hover]));
  const pieces = line.match(part) ?? [];
  let column = 0;
  let printed = "";
  for (let index = 0; index < pieces.length; ) {
    const piece = pieces[index] ?? "";
    const hover = piece.startsWith("<") ? undefined : starts.get(column);
    const end = hover === undefined ? undefined : wordEnd(pieces, index, hover.length);
    if (hover !== undefined && end !== undefined) {
      const text = pieces.slice(index, end).join("");
      printed += `<span class="typed" data-type="${attribute(hover.text)}" tabindex="${tabIndex()}">${text}</span>`;
      column += hover.length;
      index = end;
    } else {
      printed += piece;
      if (!piece.startsWith("<")) column += widthOf(piece);
      index += 1;
    }
  }
  return printed;
}

/** The index after a word of this length; undefined if the word contains a tag. */
function wordEnd(pieces: string[], start: number, length: number): number | undefined {
  let width = 0;
  for (let index = start; index < pieces.length; index += 1) {
    if (width === length) return index;
    const piece = pieces[index] ?? "";
    if (piece.startsWith("<")) return undefined;
    width += widthOf(piece);
  }
  return width === length ? pieces.length : undefined;
}

/** The number of characters in the text. An entity counts as one character. */
function widthOf(piece: string): number {
  return piece.startsWith("&") && piece.length > 1 ? 1 : piece.length;
}

function printNote({ kind, text, column }: TypeNote): string {
  const indented = kind === "error" ? text : `${" ".repeat(column)}${text.replaceAll("\n", `\n${" ".repeat(column)}`)}`;
  return `<span class="type-${kind}" data-type="${attribute(indented)}"></span>`;
}

/** An attribute value without line breaks, because the code is split at line breaks. */
function attribute(text: string): string {
  return escapeAttribute(text).replaceAll("\n", "&#10;");
}
