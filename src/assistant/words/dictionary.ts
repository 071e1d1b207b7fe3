import { readFileSync } from "node:fs";
import { join } from "node:path";
import { foldedWords } from "./folded-words.ts";

/** A software term in another language. */
export interface DictionaryEntry {
  /** The term used in English documentation. */
  english: string;
  /** The term as written in the dictionary file. */
  text: string;
  /** The folded words of the term. */
  words: readonly string[];
}

/**
 * Words on nearly every page of a language, as the index stores them: Chinese, Japanese and Korean as pairs of
 * characters.
 */
export const commonWords = {
  ar: ["في", "من", "على", "إلى", "هذا"],
  de: ["der", "die", "und", "nicht", "mit"],
  es: ["los", "para", "con", "una", "las"],
  fr: ["les", "pour", "dans", "avec", "une"],
  it: ["il", "per", "che", "della", "una"],
  ja: ["ます", "する", "です", "こと", "して"],
  ko: ["니다", "습니", "합니", "하는", "있습"],
  nl: ["het", "een", "van", "voor", "niet"],
  pl: ["nie", "jest", "lub", "się", "dla"],
  pt: ["para", "uma", "com", "não", "você"],
  ru: ["для", "не", "или", "это", "на"],
  tr: ["bir", "için", "bu", "ile", "veya"],
  zh: ["可以", "使用", "如果", "一个", "我们"],
  "zh-tw": ["可以", "使用", "如果", "一個", "我們"],
} satisfies Readonly<Record<string, readonly string[]>>;

export type DictionaryLanguage = keyof typeof commonWords;

/** The languages with a dictionary: those of the interface except English. */
export const dictionaryLanguages = Object.keys(commonWords) as DictionaryLanguage[];

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
