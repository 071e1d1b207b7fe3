/** Replaces the range from `start` to `end`, in UTF-16 units of the whole file. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
  why: string;
}

/** Applies the edits; everything outside them stays unchanged. Overlapping edits are a bug in a rule. */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let position = 0;
  for (const { start, end, text } of sortEdits(edits)) {
    if (start < position || end < start || end > source.length) {
      throw new RangeError(`an edit from ${start} to ${end} overlaps another edit or reaches beyond the file`);
    }
    parts.push(source.slice(position, start), text);
    position = end;
  }
  parts.push(source.slice(position));
  return parts.join("");
}

export function sortEdits(edits: readonly TextEdit[]): TextEdit[] {
  return edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/** The line numbers of increasing offsets. */
export function createLineCounter(source: string): (offset: number) => number {
  let line = 1;
  let position = 0;
  return (offset) => {
    if (offset < position) {
      line = 1;
      position = 0;
    }
    for (let next = source.indexOf("\n", position); next >= 0 && next < offset; next = source.indexOf("\n", position)) {
      line += 1;
      position = next + 1;
    }
    return line;
  };
}
