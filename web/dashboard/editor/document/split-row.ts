import type { Range } from "./node-origin.ts";

export interface RowPlace {
  /** The range between the pipes. */
  cell: Range;
  /** The range without surrounding whitespace. */
  content: Range;
}

/** Finds the cells of a table row. A pipe after a backslash is content, even in code. */
export function splitRow(row: string): RowPlace[] {
  const bounds: number[] = [];
  for (let at = 0; at < row.length; at += 1) {
    if (row[at] === "\\") at += 1;
    else if (row[at] === "|") bounds.push(at);
  }
  const places: RowPlace[] = [];
  let start = 0;
  for (const bound of [...bounds, row.length]) {
    const cell = { start, end: bound };
    const isOuter = start === 0 || bound === row.length;
    if (!isOuter || row.slice(start, bound).trim() !== "") places.push({ cell, content: trimRange(row, cell) });
    start = bound + 1;
  }
  return places;
}

function trimRange(text: string, { start, end }: Range): Range {
  const raw = text.slice(start, end);
  const content = raw.trim();
  // The content of an empty cell goes after its first space.
  if (content === "") return { start: Math.min(start + 1, end), end: Math.min(start + 1, end) };
  const contentStart = start + raw.indexOf(content);
  return { start: contentStart, end: contentStart + content.length };
}
