import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { english, fillWord, findTranslations, translations } from "./find-translations.ts";

test("a regional variant uses its base language, and an unknown language uses English", () => {
  expect(findTranslations("pt-BR").frame.next).toBe("Próxima");
  expect(findTranslations("zh-CN").frame.next).toBe("下一页");
  expect(findTranslations("zh-Hant").frame.next).toBe("下一頁");
  expect(findTranslations("ja-JP").frame.next).toBe("次へ");
  expect(findTranslations("uz")).toBe(english);
  expect(findTranslations("constructor")).toBe(english);
});

test("every language file is loaded under its own code", () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".json"));
  expect(Object.keys(translations).toSorted()).toEqual(
    [...files.map((name) => name.replace(".json", "")), "zh-hant"].toSorted(),
  );
  expect(new Set(Object.values(translations)).size).toBe(files.length);
});

test.each(Object.entries(translations))("%s has exactly the keys and placeholders of English", (_code, own) => {
  expect(placeholders(own)).toEqual(placeholders(english));
});

test("a value that looks like a placeholder is inserted as is", () => {
  expect(fillWord("Pages of {name}", { name: "{name} $& {date}" })).toBe("Pages of {name} $& {date}");
});

/** Every key with the placeholders of its text. A blank text never matches the English one. */
function placeholders(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => {
      if (typeof text === "object") return [key, placeholders(text)];
      return [key, String(text).trim() === "" ? "blank" : (text.match(/\{\w+\}/g) ?? []).toSorted()];
    }),
  );
}
