/** How many UTF-16 units to delete from a text, and the text to insert there. */
export interface Splice {
  start: number;
  deleted: number;
  insert: string;
}

/** The smallest splice that turns one text into the other; undefined if they are the same. It never splits a surrogate pair. */
export function smallestSplice(before: string, after: string): Splice | undefined {
  if (before === after) {
    return undefined;
  }
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (start > 0 && isHighSurrogate(before.charCodeAt(start - 1))) start -= 1;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end += 1;
  }
  if (end > 0 && isLowSurrogate(before.charCodeAt(before.length - end))) end -= 1;
  return { start, deleted: before.length - start - end, insert: after.slice(start, after.length - end) };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
