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

/** The words of a language, of the language it is a form of, or English. */
export function findWords(language: string): FrameWords {
  const code = language.toLowerCase();
  const known = [code, code.split("-", 1)[0] ?? ""].find((candidate) => Object.hasOwn(languages, candidate));
  return languages[known ?? "en"] ?? en;
}

export function fillWord(word: string, values: Record<string, string>): string {
  return word.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
