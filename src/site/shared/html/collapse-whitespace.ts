/** Any whitespace except a single plain space. Most texts have no such whitespace and don't have to be copied. */
const irregularWhitespace = /\s\s+|[^\S ]/g;

/** Replaces each run of whitespace with one plain space. */
export function collapseWhitespace(text: string): string {
  return text.replaceAll(irregularWhitespace, " ");
}

/** Collapses whitespace and trims the text. */
export function oneLine(text: string): string {
  return collapseWhitespace(text).trim();
}
