import type { ReaderWords } from "../../../contract/reader-words.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import type { FrameWords } from "./frame-words.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";
import { readerDe } from "./reader-de.ts";
import { ru } from "./ru.ts";
import { tr } from "./tr.ts";
import { zh } from "./zh.ts";
import { zhTw } from "./zh-tw.ts";

const languages: Record<string, FrameWords> = {
  ar,
  de,
  en,
  es,
  fr,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  ru,
  tr,
  zh,
  "zh-tw": zhTw,
  "zh-hant": zhTw,
};

const readerLanguages: Record<string, ReaderWords> = { de: readerDe };

/** The words of the search and the assistant, where they are known in this language. English ones are in the script. */
export function findReaderWords(language: string): ReaderWords | undefined {
  return codesFor(language)
    .map((code) => (Object.hasOwn(readerLanguages, code) ? readerLanguages[code] : undefined))
    .find((words) => words !== undefined);
}

/** The words of a language, of the language it is a form of, or English. */
export function findWords(language: string): FrameWords {
  const known = codesFor(language).find((candidate) => Object.hasOwn(languages, candidate));
  return languages[known ?? "en"] ?? en;
}

/** A form of a language has the words of the language. */
function codesFor(language: string): string[] {
  const code = language.toLowerCase();
  return [code, code.split("-", 1)[0] ?? ""];
}

export function fillWord(word: string, values: Record<string, string>): string {
  return word.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
