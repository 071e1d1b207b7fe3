import ar from "./ar.json" with { type: "json" };
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import it from "./it.json" with { type: "json" };
import ja from "./ja.json" with { type: "json" };
import ko from "./ko.json" with { type: "json" };
import nl from "./nl.json" with { type: "json" };
import pl from "./pl.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };
import ru from "./ru.json" with { type: "json" };
import tr from "./tr.json" with { type: "json" };
import zh from "./zh.json" with { type: "json" };
import zhTw from "./zh-tw.json" with { type: "json" };

/**
 * Every text that Lectern adds to a site, in one language. English defines the keys, and `{name}` in a text is a
 * placeholder. `frame` has the texts around an article, `article` those of components and API pages, and `reader` those
 * of search and the assistant.
 */
type Translations = typeof en;
export type FrameWords = Translations["frame"];
export type ArticleWords = Translations["article"];

export const english: Translations = en;

/** All translations, by language code. */
const translations: Readonly<Record<string, Translations>> = {
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

/** The translations for a language tag: `pt-BR` gets Portuguese, and a language without translations gets English. */
export function findTranslations(language: string): Translations {
  const code = language.toLowerCase();
  const known = [code, code.split("-", 1)[0] ?? ""].find((candidate) => Object.hasOwn(translations, candidate));
  return translations[known ?? "en"] ?? english;
}

export function fillWord(word: string, values: Record<string, string>): string {
  return word.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
