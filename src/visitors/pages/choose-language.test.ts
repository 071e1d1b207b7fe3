import { expect, test } from "vitest";
import { chooseLanguage } from "./choose-language.ts";

const languages = ["en", "fr", "pt-BR", "zh-Hans", "zh-TW"].map((tag) => ({ tag, home: `/${tag}` }));
const chosen = (accepted?: string, cookie?: string) =>
  chooseLanguage(languages, {
    ...(accepted === undefined ? {} : { "accept-language": accepted }),
    ...(cookie === undefined ? {} : { cookie }),
  })?.tag;

test.each([
  ["fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5", "fr"],
  ["de, en;q=0.2, fr;q=0.7", "fr"],
  ["pt-PT", "pt-BR"],
  ["zh-CN", "zh-Hans"],
  ["zh-HK,zh;q=0.5", "zh-TW"],
  ["fr;q=0, en", "en"],
  ["de, *", undefined],
  ["", undefined],
  [undefined, undefined],
])("a reader who accepts %s gets %s", (accepted, language) => {
  expect(chosen(accepted)).toBe(language);
});

test("an earlier choice wins, unless the site no longer has the language", () => {
  expect(chosen("fr", "a=1; lectern-language=en")).toBe("en");
  expect(chosen("fr", "lectern-language=de")).toBe("fr");
  expect(chosen("fr", "x-lectern-language=en")).toBe("fr");
});
