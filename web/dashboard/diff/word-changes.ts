/** A range of characters in a line. */
export interface Span {
  start: number;
  end: number;
}

interface WordChanges {
  removed: Span[];
  added: Span[];
}

const wordsMax = 300;
// Above this share of changed characters, the lines are unrelated and marks would be noise.
const changedShareMax = 0.7;
const word = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;

/** Finds the words that changed. Returns `undefined` if the lines are unrelated or too long. */
export function findWordChanges(before: string, after: string): WordChanges | undefined {
  const [left, right] = [before, after].map((text) => text.match(word) ?? []);
  if (left === undefined || right === undefined || left.length > wordsMax || right.length > wordsMax) {
    return undefined;
  }
  const changes = spansOf(left, right, commonLengths(left, right));
  const share = Math.max(
    lengthOf(changes.removed) / (before.length || 1),
    lengthOf(changes.added) / (after.length || 1),
  );
  return share > changedShareMax ? undefined : changes;
}

/** For each pair of positions, the length of the longest common subsequence of the remaining words. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const row = rows[i] ?? [];
      const below = rows[i + 1] ?? [];
      row[j] = left[i] === right[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}

function spansOf(left: readonly string[], right: readonly string[], common: readonly Uint16Array[]): WordChanges {
  const changes: WordChanges = { removed: [], added: [] };
  let [i, j, before, after] = [0, 0, 0, 0];
  while (i < left.length || j < right.length) {
    const [one, other] = [left[i], right[j]];
    if (one !== undefined && one === other) {
      before += one.length;
      after += one.length;
      i += 1;
      j += 1;
    } else if (one !== undefined && (other === undefined || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      extend(changes.removed, before, one.length);
      before += one.length;
      i += 1;
    } else if (other !== undefined) {
      extend(changes.added, after, other.length);
      after += other.length;
      j += 1;
    }
  }
  return changes;
}

function extend(spans: Span[], start: number, length: number): void {
  const last = spans.at(-1);
  if (last?.end === start) {
    last.end += length;
  } else {
    spans.push({ start, end: start + length });
  }
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}
