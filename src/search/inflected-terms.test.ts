import { describe, expect, test } from "vitest";
import { indexOf, page, paths } from "./search-test-support.ts";
import { inflectedLanguage, withoutEnding } from "./word-endings.ts";

const written = (language: string, path: string, text: string) => page(path, text, { facets: { language } });

describe("a word is found in another form of it", () => {
  const forms = [
    ["de", "Einstellung", "Einstellungen"],
    ["de", "konfiguriert", "konfigurieren"],
    ["de", "Projekten", "Projekte"],
    ["fr", "installe", "installer"],
    ["fr", "fichier", "fichiers"],
    ["es", "configuración", "configuraciones"],
    ["es", "guardado", "guardar"],
    ["pt-BR", "configuração", "configurações"],
    ["it", "impostazione", "impostazioni"],
    ["it", "progetti", "progetto"],
  ] as const;

  // Both stand in the index, so neither is taken for a slip of the keyboard.
  test.each(forms)("in %s: %s and %s", async (language, one, other) => {
    const index = await indexOf(
      written(language, "/one", `${one} docker`),
      written(language, "/other", `${other} docker`),
      written(language, "/third", "kubernetes docker"),
    );
    for (const filter of [undefined, { language }]) {
      expect(paths(index, one, { filter })).toEqual(["/one", "/other"]);
      // Where the stemmer of the index makes one word of both, the address decides.
      expect(paths(index, other, { filter }).toSorted()).toEqual(["/one", "/other"]);
    }
  });
});

test("the form that was asked for comes first", async () => {
  const index = await indexOf(written("de", "/one", "konfiguriert"), written("de", "/other", "konfigurieren"));
  expect(paths(index, "konfigurieren")).toEqual(["/other", "/one"]);
});

test("pages that have no language, and English ones, are found as before", async () => {
  const plain = await indexOf(page("/a", "konfiguriert"), page("/b", "konfigurieren"), written("en", "/c", "other"));
  expect(paths(plain, "konfigurieren")).toEqual(["/b"]);
});

test("short words keep their endings, and a language that is not known has none", () => {
  expect(withoutEnding("rest", "de")).toBe("rest");
  expect(withoutEnding("dateien", "de")).toBe("datei");
  expect([inflectedLanguage("pt-BR"), inflectedLanguage("en"), inflectedLanguage("constructor")]).toEqual([
    "pt",
    undefined,
    undefined,
  ]);
});
