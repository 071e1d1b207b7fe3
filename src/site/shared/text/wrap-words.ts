/** Approximate widths of Inter's letters relative to the font size, good enough to break lines. */
const widths: readonly [RegExp, number][] = [
  [/[ijl.,:;'|!ıI]/, 0.28],
  [/\s/, 0.28],
  [/[frt()[\]{}/\\-]/, 0.38],
  [/[mwMW@%—]/, 0.93],
  [/\p{Lu}/u, 0.7],
  [/\p{Nd}/u, 0.64],
];
const usualWidth = 0.59;

/** The widths of another font's letters relative to its size. Letters that the font lacks are measured as in Inter. */
export type LetterWidths = (letter: string) => number | undefined;

export function textWidth(text: string, fontSize: number, widthOf?: LetterWidths): number {
  let width = 0;
  for (const letter of text) {
    width += widthOf?.(letter) ?? widths.find(([pattern]) => pattern.test(letter))?.[1] ?? usualWidth;
  }
  return width * fontSize;
}

interface WrapRequest {
  fontSize: number;
  width: number;
  linesMax: number;
  widthOf?: LetterWidths | undefined;
}

/** Wraps text to lines that fit in the box. Words that are too long are cut, and so is text after the last line. */
export function wrapWords(text: string, box: WrapRequest): string[] {
  const { fontSize, width, linesMax, widthOf } = box;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (textWidth(longer, fontSize, widthOf) <= width || line === "") line = longer;
    else {
      lines.push(line);
      line = word;
    }
    if (lines.length === linesMax) break;
  }
  if (text.trim() === "") return [];
  if (lines.length < linesMax) return [...lines, line].map((whole) => cut(whole, box));
  const last = lines.at(-1) ?? "";
  return [...lines.slice(0, -1), cut(`${last} …`, box)].map((whole) => cut(whole, box));
}

function cut(line: string, { fontSize, width, widthOf }: WrapRequest): string {
  if (textWidth(line, fontSize, widthOf) <= width) return line;
  const letters = [...line.replace(/\s*…$/, "")];
  while (letters.length > 0 && textWidth(`${letters.join("")}…`, fontSize, widthOf) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}
