/** Maps a position in the code to an offset in the block's source, which includes the fences. */
export function codeOffset(code: string, source: string, position: number): number {
  const before = code.slice(0, position).split("\n");
  const lines = sourceLines(source);
  const first = firstCodeLine(source);
  const line = lines[before.length - 1 + first];
  if (line === undefined) return source.length;
  const text = code.split("\n")[before.length - 1] ?? "";
  const indent = Math.max(0, line.end - line.start - text.length);
  return Math.min(line.end, line.start + indent + (before.at(-1)?.length ?? 0));
}

/** Maps an offset in the block's source to a position in the code. */
export function codePosition(code: string, source: string, offset: number): number {
  const lines = sourceLines(source);
  const texts = code.split("\n");
  const found = lines.findLastIndex(({ start }) => start <= offset) - firstCodeLine(source);
  if (found < 0) return 0;
  if (found >= texts.length) return code.length;
  const line = lines[found + firstCodeLine(source)];
  const text = texts[found] ?? "";
  const before = texts.slice(0, found).reduce((length, previous) => length + previous.length + 1, 0);
  const indent = line === undefined ? 0 : Math.max(0, line.end - line.start - text.length);
  const column = offset - (line?.start ?? 0) - indent;
  return before + Math.max(0, Math.min(text.length, column));
}

/** Indented code has no fence. */
function firstCodeLine(source: string): number {
  return source.startsWith("```") || source.startsWith("~~~") ? 1 : 0;
}

function sourceLines(source: string): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = [];
  let start = 0;
  for (const match of source.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  lines.push({ start, end: source.length });
  return lines;
}
