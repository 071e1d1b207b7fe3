import { readFileSync } from "node:fs";
import { join } from "node:path";
import { foldedWords } from "./folded-words.ts";

/** A term of the field in another language. */
export interface DictionaryEntry {
  /** The term used in English documentation. */
  english: string;
  /** As written in the file. */
  text: string;
  /** The folded words of the term. */
  words: readonly string[];
}

/** The languages with a dictionary: those of the interface except English. */
export const dictionaryLanguages = [
  "ar",
  "de",
  "es",
  "fr",
  "it",
  "ja",
  "ko",
  "nl",
  "pl",
  "pt",
  "ru",
  "tr",
  "zh",
  "zh-tw",
] as const;

export type DictionaryLanguage = (typeof dictionaryLanguages)[number];

const opened = new Map<DictionaryLanguage, readonly DictionaryEntry[]>();

/** The dictionary of a language, read when the first question in that language arrives. */
export function openDictionary(language: DictionaryLanguage): readonly DictionaryEntry[] {
  const entries = opened.get(language) ?? readDictionary(language);
  opened.set(language, entries);
  return entries;
}

function readDictionary(language: DictionaryLanguage): DictionaryEntry[] {
  const file = readFileSync(join(import.meta.dirname, "dictionary", `${language}.txt`), "utf8");
  return file.split("\n").flatMap((line) => {
    const [english, terms] = line.split(" = ");
    if (english === undefined || terms === undefined || line.startsWith("#")) return [];
    return terms.split(", ").map((text) => ({ english, text, words: foldedWords(text).map(({ folded }) => folded) }));
  });
}
