import { correctSpelling } from "./correct-spelling.ts";
import { type DictionaryLanguage, dictionaryLanguages } from "./dictionary.ts";
import { languageOf } from "./language-of.ts";
import { isPagesLanguage } from "./pages-language.ts";
import { reduceError } from "./reduce-error.ts";
import { translateQuestion } from "./translate-question.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A message in the words of the site's pages. */
export interface RewordedMessage {
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
export function rewordMessage(
  vocabulary: Vocabulary,
  message: string,
  { wanted, spoken }: LanguagesKnown,
): RewordedMessage {
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

/** What operating systems call an error, and what documentation says about it. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EADDRINUSE: "port in use",
  EAI_AGAIN: "DNS lookup failed",
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection closed",
  EEXIST: "file already exists",
  EMFILE: "too many open files",
  ENOENT: "file not found",
  ENOMEM: "out of memory",
  ENOSPC: "no space left on disk",
  ENOTFOUND: "host not found",
  EPERM: "permission denied",
  ETIMEDOUT: "timeout",
};
/** With the system call in front of it and the system's own words after it. */
const coded =
  /(?:\b(?:listen|connect|open|read|write|mkdir|unlink|rename|spawn) )?\b(E[A-Z_]{4,12})\b(?:: [a-z][a-z ]{0,60})?/g;

/** Puts codes of errors in plain words if the pages don't have the code itself. */
function explainCodes(vocabulary: Vocabulary, text: string): string {
  return text.replaceAll(coded, (whole, code: string) => {
    const meaning = meanings[code];
    return meaning === undefined || vocabulary.shareOf(code) > 0 ? whole : meaning;
  });
}
