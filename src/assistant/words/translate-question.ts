import { type DictionaryEntry, type DictionaryLanguage, openDictionary } from "./dictionary.ts";
import { type FoldedWord, fold, foldedWords } from "./folded-words.ts";
import { functionWords } from "./function-words.ts";
import type { Vocabulary } from "./vocabulary.ts";

const unspaced: ReadonlySet<string> = new Set(["ja", "ko", "zh", "zh-tw"]);
/** German and Dutch write a compound as a single word. */
const compounding: ReadonlySet<string> = new Set(["de", "nl"]);
const phraseWordsMax = 5;

/**
 * The terms of a question in English, in their order. Names, code and words that the site itself uses stay as they are.
 * Other words are left out, unless most of the question would be missing: then it asks about something else.
 */
export function translateQuestion(vocabulary: Vocabulary, text: string, language: DictionaryLanguage): string {
  const { terms, lost } = unspaced.has(language)
    ? translateRun(vocabulary, text, language)
    : translateWords(vocabulary, text, language);
  return [...terms, ...(lost.length > terms.length ? lost : [])].join(" ");
}

interface Translated {
  terms: string[];
  /** Words that nothing is known about. */
  lost: string[];
}

function translateWords(vocabulary: Vocabulary, text: string, language: DictionaryLanguage): Translated {
  const entries = openDictionary(language);
  const phrasing = functionWords[language];
  const words = foldedWords(text).flatMap((word) => partsOf(word, entries, language));
  const found: Translated = { terms: [], lost: [] };
  for (let at = 0; at < words.length; ) {
    const match = longestMatch(entries, words.slice(at, at + phraseWordsMax), language);
    const word = words[at];
    if (match !== undefined) {
      found.terms.push(mostCommon(vocabulary, match.terms));
    } else if (word !== undefined && !phrasing?.has(word.folded)) {
      if (isKept(vocabulary, word)) found.terms.push(word.written);
      else found.lost.push(word.written);
    }
    at += match?.length ?? 1;
  }
  return found;
}

/** Whether a word is a name, code, or used by the pages just like this. */
function isKept(vocabulary: Vocabulary, { written }: FoldedWord): boolean {
  return vocabulary.shareOf(written) > 0 || /[\d_.]|\p{Ll}\p{Lu}|^\p{Lu}{2}/u.test(written);
}

/** The parts of a word with a hyphen or, in some languages, of a compound, if the word itself isn't in the dictionary. */
function partsOf(word: FoldedWord, entries: readonly DictionaryEntry[], language: DictionaryLanguage): FoldedWord[] {
  if (longestMatch(entries, [word], language) !== undefined) return [word];
  if (word.folded.includes("-")) {
    return word.written.split("-").map((written) => ({ written, folded: fold(written) }));
  }
  return (compounding.has(language) && splitCompound(word, entries, language)) || [word];
}

const partCharactersMin = 4;

function splitCompound(
  { folded }: FoldedWord,
  entries: readonly DictionaryEntry[],
  language: DictionaryLanguage,
): FoldedWord[] | undefined {
  for (let at = folded.length - partCharactersMin; at >= partCharactersMin; at--) {
    const first = folded.slice(0, at).replace(/s$/, "");
    const parts = [first, folded.slice(at)].map((part) => ({ written: part, folded: part }));
    const isKnown = parts.every(
      (part) => (longestMatch(entries, [part], language)?.likeness ?? 0) >= compoundLikenessMin,
    );
    if (isKnown) return parts;
  }
  return undefined;
}

const compoundLikenessMin = 0.8;

interface Match {
  /** English terms of the entries that match equally well. */
  terms: string[];
  length: number;
  likeness: number;
}

/** The entries that match the beginning of these words: the longest, then the ones most alike. */
function longestMatch(
  entries: readonly DictionaryEntry[],
  words: readonly FoldedWord[],
  language: DictionaryLanguage,
): Match | undefined {
  let best: Match | undefined;
  for (const { english, words: own } of entries) {
    if (own.length > words.length || own.length < (best?.length ?? 1)) continue;
    const likeness = Math.min(...own.map((word, at) => likenessOf(word, words[at]?.folded ?? "", language)));
    if (likeness === 0) continue;
    const isBetter = best === undefined || own.length > best.length || likeness > best.likeness;
    if (isBetter) best = { terms: [english], length: own.length, likeness };
    else if (likeness === best?.likeness) best.terms.push(english);
  }
  return best;
}

const prefixMin = 4;
const prefixShareMin = 0.7;
const entryEndingMax = 3;
const wordEndingMax = 4;
/** Turkish adds several endings to a word. */
const turkishEndingMax = 9;
const arabicPrefixes = /^(?:و|ف)?(?:بال|كال|لل|ال|ب|ل|ك)?/;

/** From 0 to 1: whether two words are forms of the same one, judged by how they begin. */
function likenessOf(entry: string, word: string, language: DictionaryLanguage): number {
  if (entry === word) return 1;
  if (language === "ar") {
    const [bareEntry, bareWord] = [entry, word].map((form) => form.replace(arabicPrefixes, ""));
    if (bareEntry === undefined || bareWord === undefined) return 0;
    return bareEntry.length >= 3 ? beginningLikeness(bareEntry, bareWord, 3, 3) : 0;
  }
  return beginningLikeness(entry, word, prefixMin, language === "tr" ? turkishEndingMax : wordEndingMax);
}

function beginningLikeness(entry: string, word: string, charactersMin: number, endingMax: number): number {
  let same = 0;
  while (same < entry.length && entry[same] === word[same]) same++;
  if (same < charactersMin || same < entry.length * prefixShareMin) return 0;
  if (entry.length - same > entryEndingMax || word.length - same > endingMax) return 0;
  return (same / Math.max(entry.length, word.length)) * 0.99;
}

/** Of several English terms for a word, the one that the site uses most. */
function mostCommon(vocabulary: Vocabulary, terms: readonly string[]): string {
  const shares = terms.map((term) => Math.min(...term.split(/[\s-]/).map((word) => vocabulary.shareOf(word))));
  return terms[shares.indexOf(Math.max(...shares))] ?? "";
}

const nativeScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;
const latinWord = /[\p{Script=Latin}\p{N}_][\p{Script=Latin}\p{N}_.-]*/uy;
/** Characters that may stand next to a term of a single character. */
const standsApart = /[^\p{Script=Han}\p{Script=Hangul}]|[的是在和了把]/u;
const hiragana = /\p{Script=Hiragana}/u;

/** Without spaces between words, the longest term at each position is taken. */
function translateRun(vocabulary: Vocabulary, text: string, language: DictionaryLanguage): Translated {
  const entries = byFirstCharacter(language);
  const found: Translated = { terms: [], lost: [] };
  let lost = "";
  for (let at = 0; at < text.length; ) {
    latinWord.lastIndex = at;
    const name = latinWord.exec(text)?.[0];
    const match = longestTerm(entries, text, at);
    if (match !== undefined) {
      found.terms.push(mostCommon(vocabulary, match.terms));
    } else if (name !== undefined) {
      found.terms.push(name);
    }
    const character = text[at] ?? "";
    if (match === undefined && nativeScript.test(character) && !hiragana.test(character)) lost += character;
    else if (lost !== "") lost = pushed(found.lost, lost);
    at += match?.length ?? name?.length ?? 1;
  }
  pushed(found.lost, lost);
  return found;
}

/** A single character may be a particle, so only longer runs count as words. */
function pushed(list: string[], run: string): "" {
  if (run.length > 1) list.push(run);
  return "";
}

function longestTerm(
  entries: ReadonlyMap<string, readonly DictionaryEntry[]>,
  text: string,
  at: number,
): { terms: string[]; length: number } | undefined {
  let best: { terms: string[]; length: number } | undefined;
  for (const { english, text: term } of entries.get((text[at] ?? "").toLowerCase()) ?? []) {
    if (term.length < (best?.length ?? 1) || text.slice(at, at + term.length).toLowerCase() !== term.toLowerCase())
      continue;
    const isApart =
      standsApart.test(text[at - 1] ?? " ") &&
      (standsApart.test(text[at + 1] ?? " ") || /\p{Script=Hangul}/u.test(term));
    if (term.length === 1 && !isApart) continue;
    if (best === undefined || term.length > best.length) best = { terms: [english], length: term.length };
    else best.terms.push(english);
  }
  return best;
}

const arranged = new Map<DictionaryLanguage, ReadonlyMap<string, readonly DictionaryEntry[]>>();

function byFirstCharacter(language: DictionaryLanguage): ReadonlyMap<string, readonly DictionaryEntry[]> {
  const entries =
    arranged.get(language) ?? Map.groupBy(openDictionary(language), ({ text }) => (text[0] ?? "").toLowerCase());
  arranged.set(language, entries);
  return entries;
}
