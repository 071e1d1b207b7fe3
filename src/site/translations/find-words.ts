import type { ReaderWords } from "../../contract/reader-words.ts";
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
import { readerAr } from "./reader-ar.ts";
import { readerDe } from "./reader-de.ts";
import { readerEs } from "./reader-es.ts";
import { readerFr } from "./reader-fr.ts";
import { readerIt } from "./reader-it.ts";
import { readerJa } from "./reader-ja.ts";
import { readerKo } from "./reader-ko.ts";
import { readerNl } from "./reader-nl.ts";
import { readerPl } from "./reader-pl.ts";
import { readerPt } from "./reader-pt.ts";
import { readerRu } from "./reader-ru.ts";
import { readerTr } from "./reader-tr.ts";
import { readerZh } from "./reader-zh.ts";
import { readerZhTw } from "./reader-zh-tw.ts";
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

const readerLanguages: Record<string, ReaderWords> = {
  ar: readerAr,
  de: readerDe,
  es: readerEs,
  fr: readerFr,
  it: readerIt,
  ja: readerJa,
  ko: readerKo,
  nl: readerNl,
  pl: readerPl,
  pt: readerPt,
  ru: readerRu,
  tr: readerTr,
  zh: readerZh,
  "zh-tw": readerZhTw,
  "zh-hant": readerZhTw,
};

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
export function codesFor(language: string): string[] {
  const code = language.toLowerCase();
  return [code, code.split("-", 1)[0] ?? ""];
}

export function fillWord(word: string, values: Record<string, string>): string {
  return word.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
