import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { english, fillWord, findTranslations } from "./find-translations.ts";

test("a regional variant uses its base language, and an unknown language uses English", () => {
  expect(findTranslations("pt-BR").frame.next).toBe("Próxima");
  expect(findTranslations("zh-CN").frame.next).toBe("下一页");
  expect(findTranslations("zh-Hant").frame.next).toBe("下一頁");
  expect(findTranslations("ja-JP").frame.next).toBe("次へ");
  expect(findTranslations("uz")).toBe(english);
  expect(findTranslations("constructor")).toBe(english);
});

const codes = readdirSync(import.meta.dirname).flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -5)] : []));

test("every language file is loaded under its own code", () => {
  expect(new Set(codes.map(findTranslations)).size).toBe(codes.length);
});

test.each(codes)("%s has exactly the keys and placeholders of English", (code) => {
  expect(placeholders(findTranslations(code))).toEqual(placeholders(english));
});

test("a value that looks like a placeholder is inserted into a translation unchanged", () => {
  expect(fillWord("Pages of {name}", { name: "{name} $& {date}" })).toBe("Pages of {name} $& {date}");
});

/** Every key with the placeholders of its text. A blank text never matches the English text. */
function placeholders(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => {
      if (typeof text === "object") return [key, placeholders(text)];
      return [key, String(text).trim() === "" ? "blank" : (text.match(/\{\w+\}/g) ?? []).toSorted()];
    }),
  );
}
