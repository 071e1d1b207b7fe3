import { editDistance } from "../platform/edit-distance.ts";
import type { SearchIndex } from "./open-index.ts";
import { rememberPerIndex } from "./remember.ts";
import { findTerm, forEachTermWithPrefix, type IndexTerm, termAt } from "./term-dictionary.ts";

/** A term of the index that matches a query term, and the share of the score that such a match keeps. */
export interface Alternative {
  term: IndexTerm;
  share: number;
}

const oneTypoCharactersMin = 4;
const twoTyposCharactersMin = 8;
const typoShares = [1, 0.7, 0.5];
const correctionsMax = 3;
/** A single Latin letter is too short to complete, but a single Chinese character is half a word. */
const tooShort = /^[\p{Script=Latin}\d]?$/u;
const beginningShare = 0.7;
const completionsMax = 24;
const completionCutMax = 3;
const completionStemMin = 4;
/** The maximum number of terms that are compared in each segment. */
const termsLookedAtMax = 20_000;
const characterBytesMax = 4;

/** Finds the terms closest to a term that isn't in the index, assuming a typo. */
export function correctTypos(index: SearchIndex, term: string, spelling: string): readonly Alternative[] {
  if (spelling.length < oneTypoCharactersMin) return [];
  return remember(index, `typo ${term} ${spelling}`, () => {
    const { found, distance } = nearestTerms(index, term, spelling);
    return mostFrequent(index, found, correctionsMax, typoShares[distance] ?? 0);
  });
}

function nearestTerms(index: SearchIndex, term: string, spelling: string): { found: Set<string>; distance: number } {
  const distanceMax = spelling.length >= twoTyposCharactersMin ? 2 : 1;
  // A typo can make the stemmer remove a different ending, so the spelling is compared too.
  const forms = new Set([term, spelling.replace(/y$/, "i").replace(/s$/, "")]);
  let nearest = distanceMax + 1;
  const found = new Set<string>();
  const lengths = [...forms].map((form) => Buffer.byteLength(form));
  const bytesMin = Math.min(...lengths) - distanceMax;
  const bytesMax = Math.max(...lengths) + distanceMax * characterBytesMax;
  const bitsPerSlip = Math.max(...lengths) > spelling.length ? 2 * characterBytesMax : 2;
  const forOwn = [...forms].map((form) => lettersOf(Buffer.from(form)));
  // Only terms with the same first letter are compared: it is rarely mistyped, and comparing all terms would be slow.
  const [first = ""] = term;
  forEachTermWithPrefix(index, first, termsLookedAtMax, (cursor) => {
    if (cursor.length < bytesMin || cursor.length > bytesMax) return;
    const letters = lettersOf(cursor.term, cursor.length);
    // A typo changes at most two letters, so this rejects nearly all terms cheaply.
    if (forOwn.every((own) => countBits(own ^ letters) > nearest * bitsPerSlip)) return;
    const candidate = termAt(cursor);
    let distance = nearest + 1;
    for (const form of forms) distance = Math.min(distance, typoDistance(form, candidate, distance));
    if (distance < nearest) found.clear();
    if (distance <= Math.min(nearest, distanceMax)) {
      nearest = distance;
      found.add(candidate);
    }
  });
  return { found, distance: nearest };
}

/** Finds the terms that start with an incomplete word. */
export function completeTerm(index: SearchIndex, term: string): readonly Alternative[] {
  if (tooShort.test(term)) return [];
  return remember(index, `start ${term}`, () => {
    const passages = new Map<string, number>();
    forEachTermWithPrefix(index, term, termsLookedAtMax, (cursor) => {
      const found = termAt(cursor);
      passages.set(found, (passages.get(found) ?? 0) + cursor.passages);
    });
    const frequent = [...passages].sort(([a, inA], [b, inB]) => inB - inA || (a < b ? -1 : 1));
    return mostFrequent(
      index,
      frequent.slice(0, completionsMax).map(([found]) => found),
      completionsMax,
      beginningShare,
    );
  });
}

const wordsRemembered = 1_000;
const remember = rememberPerIndex<readonly Alternative[]>(wordsRemembered);

/** Finds a shorter stem for an incomplete word: for `configurati`, the index has `configur`. */
export function termGonePast(index: SearchIndex, term: string): Alternative[] {
  for (let cut = 1; cut <= completionCutMax && term.length - cut >= completionStemMin; cut++) {
    const shorter = findTerm(index, term.slice(0, -cut));
    if (shorter !== undefined) return [{ term: shorter, share: beginningShare }];
  }
  return [];
}

/** The letters of a term as a bit set. Other characters share bits with the letters. */
function lettersOf(bytes: Buffer, length = bytes.length): number {
  let letters = 0;
  for (let position = 0; position < length; position++) letters |= 1 << ((bytes[position] ?? 0) & 31);
  return letters;
}

/** The terms in the most passages. With equal counts, they are in byte order. */
export function mostFrequent(index: SearchIndex, terms: Iterable<string>, max: number, share: number): Alternative[] {
  return [...terms]
    .flatMap((term) => findTerm(index, term) ?? [])
    .sort((a, b) => b.passages - a.passages || (a.term < b.term ? -1 : 1))
    .slice(0, max)
    .map((term) => ({ term, share }));
}

/** Longer texts aren't compared, because they aren't words. */
const charactersMax = 64;

/** The edit distance, including swaps of adjacent letters, but at most `limit`. */
export function typoDistance(one: string, other: string, limit: number): number {
  if (one.length > charactersMax || other.length > charactersMax) return limit;
  return Math.min(editDistance(one, other, limit - 1), limit);
}

/** The number of bits set in a 32-bit integer. */
export function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
