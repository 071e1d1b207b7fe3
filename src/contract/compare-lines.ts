import { diffArrays } from "diff";

/** Lines of one list that were replaced by lines of another list. Both ends are exclusive. */
export interface ChangedLines {
  start: number;
  end: number;
  newStart: number;
  newEnd: number;
}

/**
 * A comparison takes time proportional to the square of the number of differences: this many take a fifth of a second.
 */
const differencesMax = 1_000;
const linesMax = 50_000;

/** Keeps the line ends, so that joining the lines gives the same text. */
export function splitLines(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

/**
 * The smallest changes that turn one list of lines into the other, in order. If there are too many differences, everything
 * from the first to the last one is a single change.
 */
export function compareLines(before: readonly string[], after: readonly string[]): ChangedLines[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const whole = { start: head, end: before.length - tail, newStart: head, newEnd: after.length - tail };
  if (whole.start === whole.end && whole.newStart === whole.newEnd) return [];
  if (whole.end - whole.start > linesMax || whole.newEnd - whole.newStart > linesMax) return [whole];
  return findChanges(before, after, whole) ?? [whole];
}

function findChanges(
  before: readonly string[],
  after: readonly string[],
  { start, end, newStart, newEnd }: ChangedLines,
): ChangedLines[] | undefined {
  // Comparing numbers takes the same time however long the lines are.
  const numbers = new Map<string, number>();
  const numberOf = (line: string) => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  };
  const [old, fresh] = [before.slice(start, end).map(numberOf), after.slice(newStart, newEnd).map(numberOf)];
  const changes: ChangedLines[] = [];
  let last: ChangedLines | undefined;
  let [line, newLine] = [start, newStart];
  for (const { count, added, removed } of diffArrays(old, fresh, { maxEditLength: differencesMax }) ?? []) {
    if (!added) line += count;
    if (!removed) newLine += count;
    if (!added && !removed) {
      last = undefined;
      continue;
    }
    if (last === undefined) {
      last = {
        start: added ? line : line - count,
        end: line,
        newStart: added ? newLine - count : newLine,
        newEnd: newLine,
      };
      changes.push(last);
    }
    last.end = line;
    last.newEnd = newLine;
  }
  return changes.length === 0 ? undefined : changes;
}
