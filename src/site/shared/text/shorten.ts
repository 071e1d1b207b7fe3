import { oneLine } from "../html/collapse-whitespace.ts";

/** Cuts anywhere and adds an ellipsis, for text that a message quotes. */
export function cutText(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Cuts between words and adds an ellipsis. */
export function shorten(text: string, length: number): string {
  if (length <= 0) return "";
  const words = oneLine(text);
  if (words.length <= length) return words;
  const cut = words.slice(0, length - 1);
  const end = cut.lastIndexOf(" ");
  return `${end > length / 2 ? cut.slice(0, end) : cut}…`;
}

const namedMax = 5;

/** The first names, and how many more there are. */
export function listNames(names: readonly string[]): string {
  const others = names.length - namedMax;
  return `${names.slice(0, namedMax).join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}
