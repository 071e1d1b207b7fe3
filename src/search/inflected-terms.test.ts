import { describe, expect, test } from "vitest";
import { inflectedLanguage, withoutEnding } from "./inflected-languages.ts";
import { indexOf, page, paths } from "./search-test-support.ts";

const written = (language: string, path: string, text: string) => page(path, text, { facets: { language } });

describe("inflected words", () => {
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

  // Both forms are in the index, so that neither is treated as a typo.
  test.each(forms)("a search in %s for %s also finds %s", async (language, one, other) => {
    const index = await indexOf(
      written(language, "/one", `${one} docker`),
      written(language, "/other", `${other} docker`),
      written(language, "/third", "kubernetes docker"),
    );
    for (const filter of [undefined, { language }]) {
      expect(paths(index, one, { filter })).toEqual(["/one", "/other"]);
      // If the stemmer maps both forms to one term, the pages score the same and their order depends on the path.
      expect(paths(index, other, { filter }).toSorted()).toEqual(["/one", "/other"]);
    }
  });
});

test("the exact form of the query comes before other forms of the word", async () => {
  const index = await indexOf(written("de", "/one", "konfiguriert"), written("de", "/other", "konfigurieren"));
  expect(paths(index, "konfigurieren")).toEqual(["/other", "/one"]);
});

test("English pages and pages without a language are not matched by inflection", async () => {
  const plain = await indexOf(page("/a", "konfiguriert"), page("/b", "konfigurieren"), written("en", "/c", "other"));
  expect(paths(plain, "konfigurieren")).toEqual(["/b"]);
});

test("short words keep their endings, and words of unknown languages are left unchanged", () => {
  expect(withoutEnding("rest", "de")).toBe("rest");
  expect(withoutEnding("dateien", "de")).toBe("datei");
  expect([inflectedLanguage("pt-BR"), inflectedLanguage("en"), inflectedLanguage("constructor")]).toEqual([
    "pt",
    undefined,
    undefined,
  ]);
});
