import type { InflectedLanguage } from "../search/inflected-languages.ts";
import type { SearchIndex } from "../search/open-index.ts";
import type { TextBlock } from "../search/page-to-index.ts";
import { readQuery, unknownRarity } from "../search/read-query.ts";
import { framingWords } from "../search/stop-words.ts";
import { findTerm, termAt } from "../search/term-dictionary.ts";
import { forEachWord, termsOf } from "../search/tokenize.ts";

/** Beyond one slip, and in short words, what looks like a typing error is mostly another word. */
const correctedLengthMin = 7;
const correctedShareMin = 0.7;
/** Who asks for something by its name means that and nothing like it: "delete my Instagram account" is no matter of accounts. */
const unknownNameFactor = 3;
/** A capital letter inside a sentence. Identifiers are no names: `FastifySchema` may be written otherwise on the pages. */
const properName = /(?<=[\p{L}\p{N},;:"'()]\s+["'(]?)\p{Lu}\p{Ll}+(?![\p{L}\p{N}_.(-])/gu;

/** The words of a question, each in its place. */
export interface AskedTerms {
  weights: readonly number[];
  /** Where in the question stands what a text has in this form. */
  byForm: ReadonlyMap<string, readonly number[]>;
  /** The sum of the weights. */
  asked: number;
}

/**
 * The words of a question. What the search takes for a typing error counts only in long words with one slip: "Peru" is no
 * way to write "per". A word that the index does not know weighs as much as the rarest one could, and a name even more.
 */
export function askedTerms(index: SearchIndex, text: string, languages: readonly InflectedLanguage[]): AskedTerms {
  const names = languages.includes("de") ? undefined : namesIn(text);
  const telling = readQuery(index, text, { isTyping: false, languages }).filter(({ isFraming }) => !isFraming);
  const words = telling.map(({ term, rarity, alternatives }) => {
    const isKnown = findTerm(index, term) !== undefined;
    const slips = alternatives.filter(({ share }) => share >= correctedShareMin);
    const isSameWord = isKnown || slips.some(({ share }) => share > correctedShareMin);
    return isSameWord || (term.length >= correctedLengthMin && slips.length > 0)
      ? { forms: slips.map(({ number }) => termAt(index, number)), weight: rarity }
      : { forms: [], weight: unknownRarity(index) * (names?.has(term) ? unknownNameFactor : 1) };
  });
  const byForm = new Map<string, number[]>();
  for (const [place, { forms }] of words.entries()) {
    for (const form of forms) byForm.set(form, [...(byForm.get(form) ?? []), place]);
  }
  const weights = words.map(({ weight }) => weight);
  return { weights, byForm, asked: weights.reduce((sum, weight) => sum + weight, 0) };
}

/** German writes every noun like a name, so there it tells nothing. */
function namesIn(text: string): ReadonlySet<string> {
  return termsIn([...text.matchAll(properName)].map(([name]) => name));
}

interface Coverage {
  /** How much of the question a text has, from 0 to 1. */
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

/** How much a heading is the question: high where it has all of it and nothing else. */
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
  /** Those of the title and the headings above it. */
  named: ReadonlySet<string>;
  all: ReadonlySet<string>;
}

// As long as the index remembers a passage. Reading all its words again would be most of what a new question costs.
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
