import { element, type HtmlNode } from "../../ground/html/html-node.ts";
import { textWidth } from "../../ground/text/wrap-words.ts";
import { type DiagramLine, DiagramProblem, type DiagramSource, notUnderstood } from "./diagram-source.ts";
import { drawingOf, type Label, labelOf, type OwnDrawing, tenth, textAt } from "./drawing-parts.ts";

interface Field {
  start: number;
  end: number;
  name: string;
}

/** The part of a field in one row. */
interface Piece extends Field {
  label: Label;
  size: number;
}

const field = /^(?:\+(\d{1,6})|(\d{1,6})(?:\s*-\s*(\d{1,6}))?)\s*:\s*"([^"]*)"$/;
const margin = 12;
const rowPadding = 14;
const numberHeight = 16;
const bitWidth = { min: 18, max: 22 };
const fontSize = { usual: 13, min: 8.5 };
const bitsPerRowUsual = 32;
const rowsMax = 100;

/** The bits of a packet in rows, with each field as wide as its bits. */
export function drawPacket(source: DiagramSource): OwnDrawing {
  const { title, fields } = readPacket(source);
  const asked = Number(/bitsPerRow["']?\s*:\s*(\d{1,3})/.exec(source.settings)?.[1] ?? bitsPerRowUsual);
  const bitsPerRow = Math.min(Math.max(asked, 4), 128);
  const last = fields.at(-1)?.end;
  if (last === undefined) throw new DiagramProblem("it has no fields");
  if (last / bitsPerRow > rowsMax) throw new DiagramProblem(`it has more than ${rowsMax} rows`);
  const showsBits = !/showBits["']?\s*:\s*false/.test(source.settings);
  const width = bitWidthOf(fields);
  const parts: HtmlNode[] = [];
  let y = margin;
  for (let first = 0; first <= last; first += bitsPerRow) {
    const pieces = piecesOf(fields, first, first + bitsPerRow - 1, width);
    const height = Math.max(18, ...pieces.map(({ label }) => label.height)) + rowPadding;
    const top = y + (showsBits ? numberHeight : 0);
    for (const piece of pieces) {
      const x = margin + (piece.start - first) * width;
      const room = (piece.end - piece.start + 1) * width;
      const outline = { x: tenth(x), y: tenth(top), width: tenth(room), height: tenth(height) };
      parts.push(element("rect", { ...outline, fill: "var(--_node-fill)", stroke: "var(--_line)", "stroke-width": 1 }));
      parts.push(textAt(x + room / 2, top + height / 2, piece.label, { anchor: "middle", size: tenth(piece.size) }));
      if (showsBits) parts.push(...bitNumbers(piece, x, room, top - 5));
    }
    y = top + height + (showsBits ? 2 : 0);
  }
  return { title, drawing: drawingOf(2 * margin + bitsPerRow * width, y + margin, parts) };
}

function readPacket({ header, lines }: DiagramSource): { title: string | undefined; fields: Field[] } {
  const fields: Field[] = [];
  let title = /^packet(?:-beta)?\s+title\s+(.+)$/.exec(header)?.[1];
  for (const line of lines) {
    const text = line.text.replace(/\s*%%.*$/, "");
    const ownTitle = /^title\s+(.+)$/.exec(text)?.[1];
    if (ownTitle !== undefined) title = ownTitle;
    else fields.push(readField(line, text, (fields.at(-1)?.end ?? -1) + 1));
  }
  return { title, fields };
}

function readField(line: DiagramLine, text: string, next: number): Field {
  const [whole, count, first, last, name = ""] = field.exec(text) ?? [];
  if (whole === undefined) throw notUnderstood(line);
  const start = count === undefined ? Number(first) : next;
  const end = count === undefined ? Number(last ?? first) : next + Number(count) - 1;
  if (start !== next || end < start)
    throw new DiagramProblem(`its line ${line.number} must start at bit ${next} and end after it`);
  return { start, end, name };
}

/** Wide enough for most names, while a row still fits on a page. */
function bitWidthOf(fields: Field[]): number {
  const wanted = fields.map(({ start, end, name }) => {
    const longest = Math.max(0, ...name.split(/\s+/).map((word) => textWidth(word, 10)));
    return (longest + 3) / (end - start + 1);
  });
  return Math.ceil(Math.min(bitWidth.max, Math.max(bitWidth.min, ...wanted)));
}

function piecesOf(fields: Field[], first: number, last: number, width: number): Piece[] {
  return fields
    .filter(({ start, end }) => start <= last && end >= first)
    .map((whole) => {
      const [start, end] = [Math.max(whole.start, first), Math.min(whole.end, last)];
      const room = (end - start + 1) * width - 3;
      const longest = Math.max(1, ...whole.name.split(/\s+/).map((word) => textWidth(word, fontSize.usual)));
      const size = Math.max(fontSize.min, Math.min(fontSize.usual, (room / longest) * fontSize.usual));
      const label = labelOf(whole.name, (room / size) * fontSize.usual);
      return { start, end, name: whole.name, label, size };
    });
}

/** The first and last bit of a field, or just the number of a single bit. */
function bitNumbers({ start, end }: Field, x: number, width: number, y: number): HtmlNode[] {
  const number = (bit: number, place: number, anchor: "start" | "middle" | "end") => {
    const look = { "text-anchor": anchor, "font-size": 10, fill: "var(--_text-faint)" };
    return element("text", { x: tenth(place), y: tenth(y), ...look }, [String(bit)]);
  };
  if (start === end) return [number(start, x + width / 2, "middle")];
  return [number(start, x + 1, "start"), number(end, x + width - 1, "end")];
}
