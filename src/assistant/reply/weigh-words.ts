import type { InflectedLanguage } from "../../search/language.ts";
import { englishWords, findTerm, readQuery, type SearchIndex, unknownRarity } from "../../search/querying.ts";
import { termsIn } from "./read-page-words.ts";

/** The words of a question. A set of words is a bit mask. */
export interface WeighedWords {
  /** Rare words count more. The reader's own words come first, then those of the thread's subject. */
  weights: readonly number[];
  /** For each word form, the words of the question that have this form. */
  byForm: ReadonlyMap<string, number>;
  all: number;
  /** The words of the newest message. */
  own: number;
  /** The words that the documentation contains. */
  known: number;
}

const wordsMax = 30;
/** The weight of a word from the thread's subject, relative to a word of the newest message. */
const subjectShare = 0.6;
/** In a short word, or with more than one difference, an apparent typo is usually a different word. */
const correctedLengthMin = 7;
const correctedShareMin = 0.7;
/** A name stands for one particular thing: "delete my Instagram account" is not about accounts in general. */
const unknownNameFactor = 3;
/** Readers tell stories: "on my laptop in the office" doesn't say what the question is about. */
const everydayFactor = 0.3;
/** This many frequent English words are considered everyday words. */
const everydayWords = 9_000;
/**
 * A capitalized word inside a sentence. Identifiers such as `FastifySchema` don't count: pages may spell them
 * differently.
 */
const properName = /(?<=[\p{L}\p{N},;:"'()]\s+["'(]?)\p{Lu}\p{Ll}+(?![\p{L}\p{N}_.(-])/gu;

/**
 * Corrections of typos count only in long words with one difference: "Peru" is not a typo of "per". A word that is not
 * in the index weighs as much as the rarest possible word. A name weighs more, and an everyday word less.
 */
export function weighWords(
  index: SearchIndex,
  { focus, subject }: { focus: string; subject?: string | undefined },
  languages: readonly InflectedLanguage[],
): WeighedWords {
  const own = queryWords(index, focus, languages);
  const ownForms = new Set(own.flatMap(({ forms }) => forms));
  const others = (subject === undefined ? [] : queryWords(index, subject, languages))
    .filter(({ forms }) => forms.length > 0 && !forms.some((form) => ownForms.has(form)))
    .map(({ forms, weight }) => ({ forms, weight: weight * subjectShare }));
  const words = [...own, ...others].slice(0, wordsMax);
  const byForm = new Map<string, number>();
  let known = 0;
  for (const [place, { forms }] of words.entries()) {
    if (forms.length > 0) known |= 1 << place;
    for (const form of forms) byForm.set(form, (byForm.get(form) ?? 0) | (1 << place));
  }
  return {
    weights: words.map(({ weight }) => weight),
    byForm,
    all: firstBits(words.length),
    own: firstBits(Math.min(own.length, wordsMax)),
    known,
  };
}

/** The share of the wanted words that are present, from 0 to 1. */
export function coverageOf({ weights }: WeighedWords, present: number, wanted: number): number {
  let covered = 0;
  let asked = 0;
  for (const [place, weight] of weights.entries()) {
    const bit = 1 << place;
    if ((wanted & bit) === 0) continue;
    asked += weight;
    if ((present & bit) !== 0) covered += weight;
  }
  return asked === 0 ? 0 : covered / asked;
}

/** The words that a text contains. */
export function wordsIn({ byForm }: WeighedWords, text: string): number {
  let present = 0;
  for (const term of termsIn([text])) present |= byForm.get(term) ?? 0;
  return present;
}

function queryWords(index: SearchIndex, text: string, languages: readonly InflectedLanguage[]) {
  const names = languages.includes("de") ? undefined : namesIn(text);
  const telling = readQuery(index, text, { isTyping: false, languages }).filter(({ isFraming }) => !isFraming);
  const unknownFactor = (term: string, spelling: string) =>
    names?.has(term)
      ? unknownNameFactor
      : (englishWords().get(spelling) ?? Infinity) < everydayWords
        ? everydayFactor
        : 1;
  return telling.map(({ term, spelling, rarity, alternatives }) => {
    const isKnown = findTerm(index, term) !== undefined;
    const slips = alternatives.filter(({ share }) => share >= correctedShareMin);
    const isSameWord = isKnown || slips.some(({ share }) => share > correctedShareMin);
    return isSameWord || (term.length >= correctedLengthMin && slips.length > 0)
      ? { forms: slips.map((slip) => slip.term.term), weight: rarity }
      : { forms: [], weight: unknownRarity(index) * unknownFactor(term, spelling) };
  });
}

/** The proper names in a text. Not used for German, which capitalizes every noun. */
function namesIn(text: string): ReadonlySet<string> {
  return termsIn([...text.matchAll(properName)].map(([name]) => name));
}

function firstBits(count: number): number {
  return 2 ** count - 1;
}
