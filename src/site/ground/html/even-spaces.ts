/** What is not yet one plain space: most texts have none of it, and replacing every space would copy them all. */
const unevenSpaces = /\s\s+|[^\S ]/g;

/** One plain space wherever the text has white space. */
export function evenSpaces(text: string): string {
  return text.replaceAll(unevenSpaces, " ");
}

/** The same, and none at the ends. */
export function oneLine(text: string): string {
  return evenSpaces(text).trim();
}
