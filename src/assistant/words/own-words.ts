import { correctSpelling } from "./correct-spelling.ts";
import { type DictionaryLanguage, dictionaryLanguages } from "./dictionary.ts";
import { explainCodes } from "./explain-codes.ts";
import { languageOf } from "./language-of.ts";
import { isPagesLanguage } from "./pages-language.ts";
import { reduceError } from "./reduce-error.ts";
import { translateQuestion } from "./translate-question.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A message in the words of the site's pages. */
export interface OwnWords {
  text: string;
  /** Undefined if the thread has only code or names so far. */
  language: string | undefined;
  isForeign: boolean;
}

export interface LanguagesKnown {
  /** The language that the pages must have, if the reader's filter names one. */
  wanted: unknown;
  /** The language of the message before, for a message as short as "wie oft?". */
  spoken: string | undefined;
}

/** Puts a message in the words of the pages: errors without what changes every time, translated, typos corrected. */
export function ownWords(vocabulary: Vocabulary, message: string, { wanted, spoken }: LanguagesKnown): OwnWords {
  const said = explainCodes(vocabulary, reduceError(message));
  const language = languageOf(said) ?? spoken;
  if (isInDictionary(language) && !isPagesLanguage(vocabulary, language, wanted)) {
    const text = translateQuestion(vocabulary, said, language);
    return text === "" ? { text: said, language, isForeign: true } : { text, language, isForeign: true };
  }
  // The list of real words that aren't typos is English.
  const text = language === undefined || language === "en" ? correctSpelling(vocabulary, said) : said;
  return { text, language, isForeign: false };
}

function isInDictionary(language: string | undefined): language is DictionaryLanguage {
  return dictionaryLanguages.some((known) => known === language);
}
