import { expect, test } from "vitest";
import { englishReaderWords } from "../../contract/reader-words.ts";
import { articleEn } from "./article-en.ts";
import { en } from "./en.ts";
import { findArticleWords } from "./find-article-words.ts";
import { fillWord, findReaderWords, findWords } from "./find-words.ts";

test("a form of a language has the words of the language, and an unknown one those of English", () => {
  expect(findWords("pt-BR").next).toBe("Próxima");
  expect(findWords("zh-CN").next).toBe("下一页");
  expect(findWords("zh-Hant").next).toBe("下一頁");
  expect(findWords("ja-JP").next).toBe("次へ");
  expect(findWords("uz")).toBe(en);
  expect(findWords("constructor")).toBe(en);
});

test("every language has every word, and what is filled into it", () => {
  for (const code of ["ar", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "tr", "zh", "zh-TW"]) {
    const words = findWords(code);
    expect(words, code).not.toBe(en);
    for (const [key, word] of Object.entries(en)) {
      const own = words[key as keyof typeof en];
      expect(own.trim(), `${code} ${key}`).not.toBe("");
      expect(own.match(/\{\w+\}/g), `${code} ${key}`).toEqual(word.match(/\{\w+\}/g));
    }
  }
});

test("every language has every word inside articles, and what is filled into it", () => {
  const marks = (text: string) => text.match(/\{\w+\}/g)?.toSorted();
  for (const code of ["ar", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt-BR", "ru", "tr", "zh-CN", "zh-TW"]) {
    const words = findArticleWords(code);
    expect(words, code).not.toBe(articleEn);
    for (const [key, word] of Object.entries(articleEn)) {
      const own = words[key as keyof typeof articleEn];
      expect(own.trim(), `${code} ${key}`).not.toBe("");
      expect(marks(own), `${code} ${key}`).toEqual(marks(word));
    }
  }
  expect(findArticleWords("constructor")).toBe(articleEn);
});

test("a name that looks like a placeholder stays a name", () => {
  expect(fillWord("Pages of {name}", { name: "{name} $& {date}" })).toBe("Pages of {name} $& {date}");
});

test("search and assistant speak the language of the frame, with what is filled into their words", () => {
  for (const code of ["ar", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt-BR", "ru", "tr", "zh-CN", "zh-TW"]) {
    const words = findReaderWords(code);
    for (const [key, word] of Object.entries(englishReaderWords)) {
      const own = words?.[key as keyof typeof words];
      const marks = (text: unknown) =>
        String(text)
          .match(/\{\w+\}/g)
          ?.toSorted();
      expect(String(own ?? "").trim(), `${code} ${key}`).not.toBe("");
      expect(marks(own), `${code} ${key}`).toEqual(marks(word));
    }
  }
  expect(findReaderWords("en")).toBeUndefined();
  expect(findReaderWords("constructor")).toBeUndefined();
});
