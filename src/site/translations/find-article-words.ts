import { articleAr } from "./article-ar.ts";
import { articleDe } from "./article-de.ts";
import { articleEn } from "./article-en.ts";
import { articleEs } from "./article-es.ts";
import { articleFr } from "./article-fr.ts";
import { articleIt } from "./article-it.ts";
import { articleJa } from "./article-ja.ts";
import { articleKo } from "./article-ko.ts";
import { articleNl } from "./article-nl.ts";
import { articlePl } from "./article-pl.ts";
import { articlePt } from "./article-pt.ts";
import { articleRu } from "./article-ru.ts";
import { articleTr } from "./article-tr.ts";
import type { ArticleWords } from "./article-words.ts";
import { articleZh } from "./article-zh.ts";
import { articleZhTw } from "./article-zh-tw.ts";
import { codesFor } from "./find-words.ts";

const languages: Record<string, ArticleWords> = {
  ar: articleAr,
  de: articleDe,
  en: articleEn,
  es: articleEs,
  fr: articleFr,
  it: articleIt,
  ja: articleJa,
  ko: articleKo,
  nl: articleNl,
  pl: articlePl,
  pt: articlePt,
  ru: articleRu,
  tr: articleTr,
  zh: articleZh,
  "zh-tw": articleZhTw,
  "zh-hant": articleZhTw,
};

/** The words inside the articles of a language, of the language it is a form of, or English. */
export function findArticleWords(language: string): ArticleWords {
  const known = codesFor(language).find((candidate) => Object.hasOwn(languages, candidate));
  return languages[known ?? "en"] ?? articleEn;
}
