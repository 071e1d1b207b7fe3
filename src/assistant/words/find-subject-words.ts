import { forEachWord, framingWords, listed, termsOf } from "../../search/language.ts";

/** Words that ask for something about a subject without naming one: "show me an example", "how often?". */
const genericWords =
  listed(`again answer answers bit code command commands complete correct default defaults describe detail details documentation docs
documented else example examples explanation full further guide handle happen happened happening info information instead instruction
instructions involve involved kind long longer look looks main mean means more most must necessary needed new next now ok okay one ones
option options other others part possible purpose question quick quickly reason recommend recommended related right same sample
samples section short simple simpler snippet sort step steps still stuff summary support supported supports sure than thing things
thanks time times too type types use useful value values version versions well whats work yes`);

/** The words of a text that name its subject, as written, each once. */
export function findSubjectWords(text: string): string[] {
  const telling = new Map<string, string>();
  forEachWord(text, (word) => {
    const [whole] = termsOf(word);
    if (whole === undefined || whole.isStopWord || whole.spelling.length < 2) return;
    if (framingWords.has(whole.spelling) || genericWords.has(whole.spelling)) return;
    if (!telling.has(whole.term)) telling.set(whole.term, word);
  });
  return [...telling.values()];
}

/** The first list without the words of the second. */
export function withoutWords(words: readonly string[], others: readonly string[]): string[] {
  const left = new Set(others.map(stemOf));
  return words.filter((word) => !left.has(stemOf(word)));
}

export function stemOf(word: string): string {
  return termsOf(word)[0]?.term ?? word.toLowerCase();
}
