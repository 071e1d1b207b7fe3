export interface Splice {
  start: number;
  deleted: number;
  insert: string;
}

/** The smallest change that turns one text into the other. It never cuts a character of two code units. */
export function smallestSplice(before: string, after: string): Splice | undefined {
  if (before === after) return undefined;
  const shared = Math.min(before.length, after.length);
  let start = 0;
  while (start < shared && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (cutsPair(before, start) || cutsPair(after, start)) start -= 1;
  let end = 0;
  while (
    end < shared - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end += 1;
  if (cutsPair(before, before.length - end) || cutsPair(after, after.length - end)) end -= 1;
  return { start, deleted: before.length - end - start, insert: after.slice(start, after.length - end) };
}

function cutsPair(text: string, at: number): boolean {
  const [high, low] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;
}
