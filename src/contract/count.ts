const plurals = new Intl.PluralRules("en");

/** `1 page`, `1,000 pages`. */
export function count(number: number, noun: string, nouns = `${noun}s`): string {
  return `${number.toLocaleString("en")} ${plurals.select(number) === "one" ? noun : nouns}`;
}
