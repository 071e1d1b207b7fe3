import type { InflectedLanguage } from "./inflected-languages.ts";
import { questionWords, withoutPhrases } from "./inflected-languages.ts";
import { inflectedTerms } from "./inflected-terms.ts";
import type { SearchIndex } from "./open-index.ts";
import { inverseFrequency } from "./ranking.ts";
import { type Alternative, completeTerm, correctTypos, termGonePast } from "./similar-terms.ts";
import { framingWords } from "./stop-words.ts";
import { findTerm, type IndexTerm } from "./term-dictionary.ts";
import { forEachWord, termsOf } from "./tokenize.ts";
import type { WordTerm } from "./word-terms.ts";

/** A term of the query. */
export interface QueryTerm {
  term: string;
  spelling: string;
  /**
   * The weight of the term: how much a passage gains if it contains the term, and how much of the query is uncovered if
   * it doesn't.
   */
  rarity: number;
  /** Terms of the index that match the query term; empty if no term is equal or similar. */
  alternatives: readonly Alternative[];
  /** Whether the term only phrases the question and doesn't name its subject. */
  isFraming: boolean;
}

/** Query terms are stored as bits of a number, which limits how many there can be. */
const queryTermsMax = 32;
const queryCharactersMax = 2_000;
const typedWordsMax = 4;
/** Framing words also score less, because a page named after such a word is rarely the answer. */
const framingShare = 0.3;

interface ReadQueryOptions {
  /**
   * Whether the visitor may still be typing. If so, the last word of a short query also matches longer words that start
   * with it.
   */
  isTyping: boolean;
  /** Languages that the query may be in, among those whose word endings are known. */
  languages?: readonly InflectedLanguage[];
}

/** Parses the query into terms, rarest first. */
export function readQuery(
  index: SearchIndex,
  query: string,
  { isTyping, languages = [] }: ReadQueryOptions,
): QueryTerm[] {
  const { terms, lastWord } = splitQuery(withoutPhrases(query.slice(0, queryCharactersMax)), languages);
  const hasSubject = [...terms.values()].some(({ spelling }) => !framingWords.has(spelling));
  return [...terms]
    .map(([term, word]) => {
      const isFraming = hasSubject && framingWords.has(word.spelling);
      const inflected = languages.length === 0 ? [] : inflectedTerms(index, term, languages);
      const asked = asQueryTerm(index, term, word, inflected, isTyping && lastWord.has(term));
      return { ...asked, spelling: word.spelling, rarity: asked.rarity * (isFraming ? framingShare : 1), isFraming };
    })
    .sort((a, b) => b.rarity - a.rarity || (a.term < b.term ? -1 : 1))
    .slice(0, queryTermsMax);
}

type QueryWord = Pick<WordTerm, "spelling" | "isStopWord">;

interface SplitQuery {
  /** The terms and their spelling. Stop words are left out unless the query has no other words. */
  terms: ReadonlyMap<string, QueryWord>;
  /** The terms of the last word, if the query is short and ends with that word. */
  lastWord: ReadonlySet<string>;
}

function splitQuery(query: string, languages: readonly InflectedLanguage[]): SplitQuery {
  const all = new Map<string, QueryWord>();
  const telling = new Map<string, QueryWord>();
  let lastWord = new Set<string>();
  let words = 0;
  forEachWord(query, (word, start) => {
    words += 1;
    lastWord = new Set();
    for (const { term, spelling, end, isStopWord } of termsOf(word)) {
      all.set(term, { spelling, isStopWord });
      if (!isStopWord) telling.set(term, { spelling, isStopWord });
      if (start + end === query.length) lastWord.add(term);
    }
  });
  leaveOut(telling, languages);
  return { terms: telling.size > 0 ? telling : all, lastWord: words <= typedWordsMax ? lastWord : new Set() };
}

/** Removes words that only phrase a question in a language other than English, unless nothing would remain. */
function leaveOut(telling: Map<string, QueryWord>, languages: readonly InflectedLanguage[]): void {
  if (languages.length === 0) return;
  const words = [...telling];
  const putting = questionWords(
    words.map(([, { spelling }]) => spelling),
    languages,
  );
  if (words.every(([, { spelling }]) => putting.has(spelling))) return;
  for (const [term, { spelling }] of words) if (putting.has(spelling)) telling.delete(term);
}

function asQueryTerm(
  index: SearchIndex,
  term: string,
  word: QueryWord,
  inflected: readonly Alternative[],
  isBeginning: boolean,
): Omit<QueryTerm, "isFraming" | "spelling"> {
  const exact = findTerm(index, term);
  const completions = isBeginning ? completeTerm(index, term) : [];
  if (exact !== undefined) {
    const alternatives = firstOfEach([{ term: exact, share: 1 }, ...inflected, ...completions]);
    return { term, rarity: rarityOf(index, exact), alternatives };
  }
  const similar = [...inflected, ...completions];
  // A stop word without matches is not treated as a typo.
  if (similar.length === 0 && !word.isStopWord) similar.push(...correctTypos(index, term, word.spelling));
  // This is tried last, because `databse` is closer to `database` than to `data`.
  if (similar.length === 0 && isBeginning) similar.push(...termGonePast(index, term));
  const alternatives = firstOfEach(similar);
  const rarities = alternatives.map(({ term: known }) => rarityOf(index, known));
  return { term, rarity: rarities.length > 0 ? Math.max(...rarities) : rarityOf(index, undefined), alternatives };
}

function firstOfEach(alternatives: readonly Alternative[]): Alternative[] {
  const seen = new Set<string>();
  return alternatives.filter(({ term: { term } }) => !seen.has(term) && seen.add(term));
}

/** The rarity of a word that isn't in the index. */
export function unknownRarity(index: SearchIndex): number {
  return rarityOf(index, undefined);
}

/** Averaged over passages and pages, so that a word on every second line of a single page isn't considered common. */
function rarityOf({ passageCount, pageCount }: SearchIndex, term: IndexTerm | undefined): number {
  const inPassages = inverseFrequency(passageCount, term?.passages ?? 0);
  return (inPassages + inverseFrequency(pageCount, term?.pages ?? 0)) / 2;
}
