/** The words of a URL or an anchor. */
export function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Whether the difference consists of words used elsewhere: `openapi` isn't a typo of `openai`. */
export function isAnotherWord(name: string, meant: string, known: ReadonlySet<string>): boolean {
  const same = new Set(wordsOf(meant));
  const odd = wordsOf(name).filter((word) => !same.has(word));
  return odd.length > 0 && odd.every((word) => known.has(word));
}
