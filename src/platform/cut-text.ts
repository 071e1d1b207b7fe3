/** The text, or its beginning and an ellipsis if it is longer than `charactersMax`. Never cuts an emoji in half. */
export function cutText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  return `${text
    .slice(0, Math.max(charactersMax - 1, 0))
    .toWellFormed()
    .trimEnd()}…`;
}
