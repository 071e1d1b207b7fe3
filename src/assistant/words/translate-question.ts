import { functionWords } from "../../search/language.ts";
import { type DictionaryEntry, type DictionaryLanguage, openDictionary } from "./dictionary.ts";
import { type FoldedWord, foldedWords } from "./folded-words.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Languages written without spaces between words or, like Korean, with particles attached to the word. */
const unspaced: ReadonlySet<string> = new Set(["ja", "ko", "zh", "zh-tw"]);
const phraseWordsMax = 5;

/**
 * The terms of a question in English, in their order. Names, code and words that the site itself uses stay as they are.
 * Other words are left out, unless most of the question would be lost: such a question isn't about the known terms.
 */
export function translateQuestion(vocabulary: Vocabulary, text: string, language: DictionaryLanguage): string {
  const { terms, lost } = unspaced.has(language)
    ? translateRun(vocabulary, text, language)
    : translateWords(vocabulary, text, language);
  return [...terms, ...(lost.length > terms.length ? lost : [])].join(" ");
}

interface Translated {
  terms: string[];
  /** Words that could not be translated. */
  lost: string[];
}

function translateWords(vocabulary: Vocabulary, text: string, language: DictionaryLanguage): Translated {
  const entries = openDictionary(language);
  const phrasing: ReadonlySet<string> | undefined =
    language in functionWords ? functionWords[language as keyof typeof functionWords] : undefined;
  const words = foldedWords(text).flatMap((word) => splitCompound(entries, word));
  const found: Translated = { terms: [], lost: [] };
  for (let at = 0; at < words.length; ) {
    const match = longestMatch(entries, words.slice(at, at + phraseWordsMax));
    const word = words[at];
    if (match !== undefined) found.terms.push(mostCommon(vocabulary, match.terms));
    else if (word !== undefined && !phrasing?.has(word.folded)) {
      (isKept(vocabulary, word) ? found.terms : found.lost).push(word.written);
    }
    at += match?.length ?? 1;
  }
  return found;
}

/** Whether a word is a name, is code, or occurs on the pages in this form. */
function isKept(vocabulary: Vocabulary, { written }: FoldedWord): boolean {
  return vocabulary.shareOf(written) > 0 || /[\d_.]|\p{Ll}\p{Lu}|^\p{Lu}{2}/u.test(written);
}

const partCharactersMin = 4;
const compoundLikenessMin = 0.8;

/** German and Dutch write a compound as one word. It is split if the dictionary has only its parts. */
function splitCompound(entries: readonly DictionaryEntry[], word: FoldedWord): FoldedWord[] {
  const { folded } = word;
  if (longestMatch(entries, [word]) !== undefined) return [word];
  for (let at = folded.length - partCharactersMin; at >= partCharactersMin; at--) {
    const first = folded.slice(0, at).replace(/s$/, "");
    const parts = [first, folded.slice(at)].map((part) => ({ written: part, folded: part }));
    const likenesses = parts.map((part) => longestMatch(entries, [part])?.likeness ?? 0);
    if (Math.min(...likenesses) >= compoundLikenessMin) return parts;
  }
  return [word];
}

interface Match {
  /** English terms of the entries that match equally well. */
  terms: string[];
  length: number;
  likeness: number;
}

/** The entries that match the beginning of these words: those with the most words, then the most similar ones. */
function longestMatch(entries: readonly DictionaryEntry[], words: readonly FoldedWord[]): Match | undefined {
  let best: Match | undefined;
  for (const { english, words: own } of entries) {
    if (own.length > words.length || own.length < (best?.length ?? 1)) continue;
    const likeness = Math.min(...own.map((word, at) => likenessOf(word, words[at]?.folded ?? "")));
    if (likeness === 0) continue;
    const isBetter = best === undefined || own.length > best.length || likeness > best.likeness;
    if (isBetter) best = { terms: [english], length: own.length, likeness };
    else if (likeness === best?.likeness) best.terms.push(english);
  }
  return best;
}

const prefixMin = 3;
const prefixShareMin = 0.7;
const entryEndingMax = 3;
/** Turkish adds several endings to a word. */
const wordEndingMax = 6;

/** How likely two words are forms of the same word, from 0 to 1, judged by their beginnings. */
function likenessOf(entry: string, word: string): number {
  if (entry === word) return 1;
  let same = 0;
  while (same < entry.length && entry[same] === word[same]) same++;
  if (same < prefixMin || same < entry.length * prefixShareMin) return 0;
  if (entry.length - same > entryEndingMax || word.length - same > wordEndingMax) return 0;
  return (same / Math.max(entry.length, word.length)) * 0.99;
}

/** The English term that the site uses most. */
function mostCommon(vocabulary: Vocabulary, terms: readonly string[]): string {
  const shares = terms.map((term) => Math.min(...term.split(/[\s-]/).map((word) => vocabulary.shareOf(word))));
  return terms[shares.indexOf(Math.max(...shares))] ?? "";
}

/**
 * Translates text without spaces: finds the longest term at each position, names, and runs of other characters. A
 * single character may be a particle.
 */
function translateRun(vocabulary: Vocabulary, text: string, language: DictionaryLanguage): Translated {
  const { terms: english, pattern } = openRun(language);
  const found: Translated = { terms: [], lost: [] };
  for (const [, term, name, other = ""] of text.matchAll(pattern)) {
    if (term !== undefined) found.terms.push(mostCommon(vocabulary, english.get(term.toLowerCase()) ?? []));
    else if (name !== undefined) found.terms.push(name);
    else if (other.length > 1) found.lost.push(other);
  }
  return found;
}

interface RunDictionary {
  terms: ReadonlyMap<string, string[]>;
  pattern: RegExp;
}

const opened = new Map<DictionaryLanguage, RunDictionary>();
const name = String.raw`[\p{Script=Latin}\p{N}_][\p{Script=Latin}\p{N}_.\-]*`;
const other = String.raw`[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}ー]`;
/** A single character next to another one is usually part of a longer word. */
const notBefore = String.raw`(?<![[\p{Script=Han}\p{Script=Hangul}]--[的是在和了把]])`;
const notAfter = String.raw`(?![\p{Script=Han}--[的是在和了把]])`;

function openRun(language: DictionaryLanguage): RunDictionary {
  const known = opened.get(language);
  if (known !== undefined) return known;
  const terms = new Map<string, string[]>();
  for (const { english, text } of openDictionary(language)) {
    const term = text.toLowerCase();
    terms.set(term, [...(terms.get(term) ?? []), english]);
  }
  const longestFirst = [...terms.keys()].sort((a, b) => b.length - a.length);
  const alternatives = longestFirst
    .map((term) =>
      term.length === 1 ? `${notBefore}${term}${notAfter}` : term.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    )
    .join("|");
  const pattern = new RegExp(`(${alternatives})|(${name})|((?:(?!${alternatives})${other})+)`, "giv");
  opened.set(language, { terms, pattern });
  return { terms, pattern };
}
