import { countBits } from "./count-bits.ts";
import type { SearchIndex } from "./open-index.ts";
import { findTerm, termAt, termsWithPrefix } from "./term-dictionary.ts";
import { typoDistance } from "./typo-distance.ts";

/** A term of the index that stands for one of the query, and how much of its score it keeps. */
export interface Alternative {
  number: number;
  share: number;
}

const oneTypoCharactersMin = 4;
const twoTyposCharactersMin = 8;
const typoShares = [1, 0.7, 0.5];
const correctionsMax = 3;
/** One letter begins too much; one character of Chinese is half a word. */
const tooShort = /^[\p{Script=Latin}\d]?$/u;
const beginningShare = 0.7;
const completionsMax = 24;
const completionCutMax = 3;
const completionStemMin = 4;
/** However large the index is, no more terms than this are looked at. */
const termsLookedAtMax = 20_000;
const characterBytesMax = 4;

/** For a term that the index does not have: the nearest that it has, taken for a slip of the keyboard. */
export function correctTypos(index: SearchIndex, term: string, spelling: string): Alternative[] {
  if (spelling.length < oneTypoCharactersMin) return [];
  const distanceMax = spelling.length >= twoTyposCharactersMin ? 2 : 1;
  // A slip can make the stemmer take off another ending than it would have, so the word itself is compared too.
  const forms = new Set([term, spelling.replace(/y$/, "i").replace(/s$/, "")]);
  let nearest = distanceMax + 1;
  let found: number[] = [];
  // Almost nobody mistypes the first letter, and without it every term would have to be looked at.
  const [first = ""] = term;
  const lengths = [...forms].map((form) => Buffer.byteLength(form));
  const candidates = termsWithPrefix(index, first, {
    max: termsLookedAtMax,
    bytesMin: Math.min(...lengths) - distanceMax,
    bytesMax: Math.max(...lengths) + distanceMax * characterBytesMax,
  });
  const bitsPerSlip = Math.max(...lengths) > spelling.length ? 2 * characterBytesMax : 2;
  const forOwn = [...forms].map((form) => lettersOf(Buffer.from(form)));
  for (const number of candidates) {
    const letters = lettersOf(index.terms, index.termOffset[number], index.termOffset[number + 1]);
    // One slip changes two letters at most, so nearly every term is out before it is compared.
    if (forOwn.every((own) => countBits(own ^ letters) > nearest * bitsPerSlip)) continue;
    const candidate = termAt(index, number);
    let distance = nearest + 1;
    for (const form of forms) distance = Math.min(distance, typoDistance(form, candidate, distance));
    if (distance < nearest) found = [];
    if (distance <= Math.min(nearest, distanceMax)) {
      nearest = distance;
      found.push(number);
    }
  }
  return mostFrequent(index, found, correctionsMax).map((number) => ({ number, share: typoShares[nearest] ?? 0 }));
}

/** For a word that may not be typed to its end: the terms that it begins. */
export function completeTerm(index: SearchIndex, term: string): Alternative[] {
  if (tooShort.test(term)) return [];
  const beginning = termsWithPrefix(index, term, { max: termsLookedAtMax });
  return mostFrequent(index, beginning, completionsMax).map((number) => ({ number, share: beginningShare }));
}

/** The term that the word has just gone past: the index has the stem `configur`, and `configurati` is on its way. */
export function termGonePast(index: SearchIndex, term: string): Alternative[] {
  for (let cut = 1; cut <= completionCutMax && term.length - cut >= completionStemMin; cut++) {
    const shorter = findTerm(index, term.slice(0, -cut));
    if (shorter !== undefined) return [{ number: shorter, share: beginningShare }];
  }
  return [];
}

/** Which letters there are, a bit for each; others share the bits. */
function lettersOf(bytes: Buffer, start = 0, end = bytes.length): number {
  let letters = 0;
  for (let position = start; position < end; position++) letters |= 1 << ((bytes[position] ?? 0) & 31);
  return letters;
}

function mostFrequent({ termPassages }: SearchIndex, numbers: readonly number[], max: number): number[] {
  return numbers.toSorted((a, b) => (termPassages[b] ?? 0) - (termPassages[a] ?? 0) || a - b).slice(0, max);
}
