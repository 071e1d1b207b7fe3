import { compareLines } from "../../../src/contract/compare-lines.ts";

/** A range of characters in a line. */
export interface Span {
  start: number;
  end: number;
}

const wordsMax = 300;
// If a larger share of the characters changed, the lines are unrelated and marks would be noise.
const changedShareMax = 0.7;
const word = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;

/** Finds the words that changed. Returns `undefined` if the lines are unrelated or too long. */
export function findWordChanges(before: string, after: string): { removed: Span[]; added: Span[] } | undefined {
  const [left, right] = [before, after].map((text) => text.match(word) ?? []);
  if (left === undefined || right === undefined || left.length > wordsMax || right.length > wordsMax) {
    return undefined;
  }
  const [oldStarts, newStarts] = [startsOf(left), startsOf(right)];
  const places = compareLines(left, right);
  const changes = {
    removed: places.flatMap(({ start, end }) => spanOf(oldStarts, start, end)),
    added: places.flatMap(({ newStart, newEnd }) => spanOf(newStarts, newStart, newEnd)),
  };
  const share = Math.max(
    lengthOf(changes.removed) / (before.length || 1),
    lengthOf(changes.added) / (after.length || 1),
  );
  return share > changedShareMax ? undefined : changes;
}

/** The start of each word, and the end of the last one. */
function startsOf(words: readonly string[]): number[] {
  const starts = [0];
  for (const each of words) starts.push((starts.at(-1) ?? 0) + each.length);
  return starts;
}

function spanOf(starts: readonly number[], first: number, last: number): Span[] {
  return first === last ? [] : [{ start: starts[first] ?? 0, end: starts[last] ?? 0 }];
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}
