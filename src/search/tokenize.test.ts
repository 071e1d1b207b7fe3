import { expect, test } from "vitest";
import { forEachWord, termsOf } from "./tokenize.ts";

function terms(text: string): string[] {
  const found: string[] = [];
  forEachWord(text, (word) =>
    found.push(...termsOf(word).map(({ term, isStopWord }) => (isStopWord ? `(${term})` : term))),
  );
  return found;
}

test.each([
  ["plain words", "Configuring plugins", "configur plugin"],
  ["stop words, which are marked as such,", "how to use it", "(how) (to) (use) (it)"],
  ["camelCase", "optimizeDeps", "optimizedep optim dep"],
  ["a run of capitals", "parseHTTPBody", "parsehttpbodi pars http bodi"],
  ["snake_case", "max_retry_count", "maxretrycount max retri count"],
  ["an error code", "ERR_MODULE_NOT_FOUND", "errmodulenotfound err modul (not) found"],
  ["a code of letters and digits", "E11000 i18n k8s", "e11000 i18n k8s"],
  ["a dotted name", "import.meta.env.MODE", "importmetaenvmod importmeta importmetaenv import meta env mode"],
  ["a member that is an identifier", "config.optimizeDeps", "configoptimizedep optimizedep config optim dep"],
  ["a call", "reply.send()", "replysend repli send"],
  ["a file", "vite.config.ts", "viteconfigt viteconfig vite config ts"],
  ["a path", "src/content/docs", "src content doc"],
  ["a flag", "--no-open -p", "noopen (no) open p"],
  ["a scoped package", "@scope/some-package", "scope somepackag some packag"],
  ["a hyphenated word", "content-type", "contenttyp content type"],
  ["a version", "v5.1.2", "v512 v51 v5"],
  ["leading underscores", "__dirname", "dirnam"],
  ["names with a sign at the end", "C++ and C# or F#.", "c++ (and) c# (or) f#"],
  ["a name with a sign inside", "a#b c+d", "(a) b c d"],
  ["possessives and contractions", "the user’s don't", "(the) user (don)"],
  ["accents", "Überprüfung naïve Ångström", "uberprufung naiv angstrom"],
  ["wide letters and ligatures", "ＡＰＩ ﬁle", "api file"],
  ["Cyrillic", "Настройка", "настроика"],
  ["a Chinese text, in pairs,", "配置环境变量", "配置 置环 环境 境变 变量"],
  ["a Japanese text, in pairs,", "プラグイン", "プラ ラグ グイ イン"],
  ["a Korean text, in pairs of syllables,", "환경 변수를", "환경 변수 수를"],
  ["a Thai text, in pairs,", "ไทย", "ไท ทย"],
  ["one character alone", "图", "图"],
  ["two scripts in one word", "vite配置", "vite 配置"],
  ["characters outside the basic plane", "𠀀𠀁 𝒳", "𠀀𠀁 x"],
  ["text that consists of signs", "—… !? // () 🙂", ""],
])("the terms of %s are found: %s", (_name, text, expected) => {
  expect(terms(text).join(" ")).toBe(expected);
});

test("each term is reported with its position in the word", () => {
  const places = termsOf("config.optimizeDeps").map(({ term, start, end }) => [
    term,
    "config.optimizeDeps".slice(start, end),
  ]);
  expect(Object.fromEntries(places)).toMatchObject({ optimizedep: "optimizeDeps", dep: "Deps", config: "config" });
});

test("a word that gets longer by folding is highlighted as a whole", () => {
  expect(termsOf("ﬁle")).toEqual([{ term: "file", spelling: "file", start: 0, end: 3, isStopWord: false }]);
});

test("long runs of characters that are data are skipped", () => {
  expect(terms("x".repeat(201))).toEqual([]);
  expect(terms("a".repeat(41))).toEqual([]);
  expect(terms("deadbeef".repeat(8))).toEqual([]);
});

test("an identifier with many parts has a limited number of terms", () => {
  expect(termsOf(Array(60).fill("ab").join(".")).length).toBeLessThan(40);
});
