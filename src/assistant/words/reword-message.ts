import { correctSpelling } from "./correct-spelling.ts";
import { commonWords, type DictionaryLanguage, dictionaryLanguages } from "./dictionary.ts";
import { languageOf } from "./language-of.ts";
import { reduceError } from "./reduce-error.ts";
import { translateQuestion } from "./translate-question.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A message rewritten with the vocabulary of the site's pages. */
export interface RewordedMessage {
  text: string;
  /** Undefined if the thread contains only code or names so far. */
  language: string | undefined;
  isForeign: boolean;
}

export interface LanguagesKnown {
  /** The language that the reader has filtered by, if any. */
  wanted: unknown;
  /** The language of the previous message, for messages as short as "wie oft?". */
  spoken: string | undefined;
}

/** Rewrites a message for the search: reduces error messages, translates, and corrects typos. */
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
  // The spelling check only knows English words.
  const text = language === undefined || language === "en" ? correctSpelling(vocabulary, said) : said;
  return { text, language, isForeign: false };
}

function isInDictionary(language: string | undefined): language is DictionaryLanguage {
  return dictionaryLanguages.some((known) => known === language);
}

const commonShareMin = 0.02;
const commonMin = 3;

/** Whether the searched pages are in this language. */
function isPagesLanguage(vocabulary: Vocabulary, language: DictionaryLanguage, wanted: unknown): boolean {
  const declared =
    wanted === undefined ? vocabulary.languages : [wanted].flat().map((tag) => String(tag).toLowerCase());
  if (declared.length > 0) return declared.some((tag) => base(tag) === base(language));
  return commonWords[language].filter((word) => vocabulary.shareOf(word) >= commonShareMin).length >= commonMin;
}

/** `pt-br` is Portuguese. Both ways to write Chinese count as one language, because their readers understand either. */
function base(tag: string): string {
  return tag.split(/[-_]/, 1)[0] ?? tag;
}

/** Error codes of operating systems and their meaning in plain words. */
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
/** An error code with the system call before it and the system's message after it. */
const coded =
  /(?:\b(?:listen|connect|open|read|write|mkdir|unlink|rename|spawn) )?\b(E[A-Z_]{4,12})\b(?:: [a-z][a-z ]{0,60})?/g;

/** Replaces error codes with plain words unless the pages contain the code itself. */
function explainCodes(vocabulary: Vocabulary, text: string): string {
  return text.replaceAll(coded, (whole, code: string) => {
    const meaning = meanings[code];
    return meaning === undefined || vocabulary.shareOf(code) > 0 ? whole : meaning;
  });
}
