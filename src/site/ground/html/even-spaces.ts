/** Anything but a single plain space. Most texts have none, and replacing every space would copy them all. */
const unevenSpaces = /\s\s+|[^\S ]/g;

/** Replaces each run of whitespace with one plain space. */
export function evenSpaces(text: string): string {
  return text.replaceAll(unevenSpaces, " ");
}

/** The same, trimmed. */
export function oneLine(text: string): string {
  return evenSpaces(text).trim();
}
