/** Matches the words even across line breaks. */
export function createWordPattern(words: string, flags: string): RegExp {
  const escaped = words.trim().replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return new RegExp(escaped.replaceAll(/\s+/g, "\\s+"), flags);
}

/** Whether the match is already part of the new words: `Acme` in `Acme Cloud`. */
export function isPartOf(match: RegExpMatchArray, text: string, words: string): boolean {
  const { index = 0 } = match;
  const end = index + match[0].length;
  const near = text.slice(Math.max(0, index - words.length), end + words.length).toLowerCase();
  const wanted = words.toLowerCase();
  const offset = Math.max(0, index - words.length);
  for (let at = near.indexOf(wanted); at >= 0; at = near.indexOf(wanted, at + 1)) {
    if (offset + at <= index && offset + at + words.length >= end && words.length > match[0].length) return true;
  }
  return false;
}
