/** Anything but a single plain space. Most texts have none, and replacing every space would copy them all. */
const irregularWhitespace = /\s\s+|[^\S ]/g;

/** Replaces each run of whitespace with one plain space. */
export function collapseWhitespace(text: string): string {
  return text.replaceAll(irregularWhitespace, " ");
}

/** The same, trimmed. */
export function oneLine(text: string): string {
  return collapseWhitespace(text).trim();
}
