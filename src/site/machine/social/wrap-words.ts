/** Widths of Inter's letters by the size of the font: near enough to break lines with. */
const widths: readonly [RegExp, number][] = [
  [/[ijl.,:;'|!ıI]/, 0.28],
  [/\s/, 0.28],
  [/[frt()[\]{}/\\-]/, 0.38],
  [/[mwMW@%—]/, 0.93],
  [/\p{Lu}/u, 0.7],
  [/\p{Nd}/u, 0.64],
];
const usualWidth = 0.59;

export function textWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const letter of text) width += widths.find(([pattern]) => pattern.test(letter))?.[1] ?? usualWidth;
  return width * fontSize;
}

export interface WrapRequest {
  fontSize: number;
  width: number;
  linesMax: number;
  /** How much wider another font than Inter sets this text. */
  stretch?: number;
}

/** Lines that fit. A word that is too long is cut, and so is what does not fit into the last line. */
export function wrapWords(text: string, { fontSize, width: boxWidth, linesMax, stretch = 1 }: WrapRequest): string[] {
  const width = boxWidth / stretch;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (textWidth(longer, fontSize) <= width || line === "") line = longer;
    else {
      lines.push(line);
      line = word;
    }
    if (lines.length === linesMax) break;
  }
  if (text.trim() === "") return [];
  if (lines.length < linesMax) return [...lines, line].map((whole) => cut(whole, fontSize, width));
  const last = lines.at(-1) ?? "";
  return [...lines.slice(0, -1), cut(`${last} …`, fontSize, width)].map((whole) => cut(whole, fontSize, width));
}

function cut(line: string, fontSize: number, width: number): string {
  if (textWidth(line, fontSize) <= width) return line;
  const letters = [...line.replace(/\s*…$/, "")];
  while (letters.length > 0 && textWidth(`${letters.join("")}…`, fontSize) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}
