import type { InflectedLanguage } from "../search/inflected-languages.ts";
import type { SearchIndex } from "../search/open-index.ts";
import type { TextBlock } from "../search/page-to-index.ts";
import { readQuery, unknownRarity } from "../search/read-query.ts";
import { framingWords } from "../search/stop-words.ts";
import { findTerm } from "../search/term-dictionary.ts";
import { forEachWord, termsOf } from "../search/tokenize.ts";

/** In short words, or with more than one difference, an apparent typo is usually another word. */
const correctedLengthMin = 7;
const correctedShareMin = 0.7;
/** A name means that very thing: "delete my Instagram account" is not about accounts in general. */
const unknownNameFactor = 3;
/** A capitalized word inside a sentence. Identifiers such as `FastifySchema` don't count: pages may spell them differently. */
const properName = /(?<=[\p{L}\p{N},;:"'()]\s+["'(]?)\p{Lu}\p{Ll}+(?![\p{L}\p{N}_.(-])/gu;

/** The words of a question, by position. */
export interface AskedTerms {
  weights: readonly number[];
  /** The positions in the question of the words with this form. */
  byForm: ReadonlyMap<string, readonly number[]>;
  /** The sum of the weights. */
  asked: number;
}

/**
 * The words of a question. Corrections of typos count only in long words with one difference: "Peru" is not a typo of "per".
 * A word that is not in the index weighs as much as the rarest possible word, and a name even more.
 */
export function askedTerms(index: SearchIndex, text: string, languages: readonly InflectedLanguage[]): AskedTerms {
  const names = languages.includes("de") ? undefined : namesIn(text);
  const telling = readQuery(index, text, { isTyping: false, languages }).filter(({ isFraming }) => !isFraming);
  const words = telling.map(({ term, rarity, alternatives }) => {
    const isKnown = findTerm(index, term) !== undefined;
    const slips = alternatives.filter(({ share }) => share >= correctedShareMin);
    const isSameWord = isKnown || slips.some(({ share }) => share > correctedShareMin);
    return isSameWord || (term.length >= correctedLengthMin && slips.length > 0)
      ? { forms: slips.map((slip) => slip.term.term), weight: rarity }
      : { forms: [], weight: unknownRarity(index) * (names?.has(term) ? unknownNameFactor : 1) };
  });
  const byForm = new Map<string, number[]>();
  for (const [place, { forms }] of words.entries()) {
    for (const form of forms) byForm.set(form, [...(byForm.get(form) ?? []), place]);
  }
  const weights = words.map(({ weight }) => weight);
  return { weights, byForm, asked: weights.reduce((sum, weight) => sum + weight, 0) };
}

/** Not used for German, which capitalizes every noun. */
function namesIn(text: string): ReadonlySet<string> {
  return termsIn([...text.matchAll(properName)].map(([name]) => name));
}

interface Coverage {
  /** The share of the question that a text covers, from 0 to 1. */
  share: number;
  words: number;
}

export function coverageOf({ weights, byForm, asked }: AskedTerms, terms: ReadonlySet<string>): Coverage {
  const present = new Set<number>();
  for (const [form, places] of byForm) {
    if (terms.has(form)) for (const place of places) present.add(place);
  }
  let covered = 0;
  for (const place of present) covered += weights[place] ?? 0;
  return { share: asked === 0 ? 0 : covered / asked, words: present.size };
}

/** How well a heading matches the question: high if it contains all of it and nothing else. */
export function fitOf(asked: AskedTerms, heading: string): number {
  const terms = tellingTermsIn(heading);
  if (terms.size === 0) return 0;
  const { share } = coverageOf(asked, terms);
  const precision = [...terms].filter((term) => asked.byForm.has(term)).length / terms.size;
  return share + precision === 0 ? 0 : (2 * share * precision) / (share + precision);
}

function tellingTermsIn(text: string): Set<string> {
  const terms = new Set<string>();
  forEachWord(text, (word) => {
    for (const { term, spelling, isStopWord } of termsOf(word)) {
      if (!isStopWord && !framingWords.has(spelling)) terms.add(term);
    }
  });
  return terms;
}

interface PassageTerms {
  /** The terms of the title and the headings. */
  named: ReadonlySet<string>;
  all: ReadonlySet<string>;
}

// Kept as long as the index keeps the passage. Tokenizing it again would be most of the cost of a new question.
const passageTerms = new WeakMap<readonly TextBlock[], PassageTerms>();

export function termsOfPassage(
  title: string,
  headingPath: readonly string[],
  blocks: readonly TextBlock[],
): PassageTerms {
  const known = passageTerms.get(blocks);
  if (known !== undefined) return known;
  const named = termsIn([title, ...headingPath]);
  const terms = { named, all: termsIn([title, ...headingPath, ...blocks.map(({ text }) => text)]) };
  passageTerms.set(blocks, terms);
  return terms;
}

export function termsIn(texts: readonly string[]): Set<string> {
  const terms = new Set<string>();
  for (const text of texts) {
    forEachWord(text, (word) => {
      for (const { term } of termsOf(word)) terms.add(term);
    });
  }
  return terms;
}
