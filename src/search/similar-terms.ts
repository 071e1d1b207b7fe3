import type { SearchIndex } from "./open-index.ts";
import { findTerm, termAt, termsWithPrefix } from "./term-dictionary.ts";

/** A term of the index that matches a query term, and the share of its score it keeps. */
export interface Alternative {
  number: number;
  share: number;
}

const oneTypoCharactersMin = 4;
const twoTyposCharactersMin = 8;
const typoShares = [1, 0.7, 0.5];
const correctionsMax = 3;
/** A single Latin letter is too short, but a single Chinese character is half a word. */
const tooShort = /^[\p{Script=Latin}\d]?$/u;
const beginningShare = 0.7;
const completionsMax = 24;
const completionCutMax = 3;
const completionStemMin = 4;
/** Limits the terms compared, however large the index is. */
const termsLookedAtMax = 20_000;
const characterBytesMax = 4;

/** Finds the terms closest to one that isn't in the index, assuming a typo. */
export function correctTypos(index: SearchIndex, term: string, spelling: string): Alternative[] {
  if (spelling.length < oneTypoCharactersMin) return [];
  const distanceMax = spelling.length >= twoTyposCharactersMin ? 2 : 1;
  // A typo can make the stemmer remove a different ending, so the spelling is compared too.
  const forms = new Set([term, spelling.replace(/y$/, "i").replace(/s$/, "")]);
  let nearest = distanceMax + 1;
  let found: number[] = [];
  // The first letter is rarely mistyped, and without it every term would have to be compared.
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
    // A typo changes at most two letters, so this rejects nearly all terms cheaply.
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

/** Finds the terms that start with an incomplete word. */
export function completeTerm(index: SearchIndex, term: string): Alternative[] {
  if (tooShort.test(term)) return [];
  const beginning = termsWithPrefix(index, term, { max: termsLookedAtMax });
  return mostFrequent(index, beginning, completionsMax).map((number) => ({ number, share: beginningShare }));
}

/** Finds a stem that the typed word has already passed: the index has `configur`, the visitor typed `configurati`. */
export function termGonePast(index: SearchIndex, term: string): Alternative[] {
  for (let cut = 1; cut <= completionCutMax && term.length - cut >= completionStemMin; cut++) {
    const shorter = findTerm(index, term.slice(0, -cut));
    if (shorter !== undefined) return [{ number: shorter, share: beginningShare }];
  }
  return [];
}

/** The letters of a term as a bit set; other characters share the bits. */
function lettersOf(bytes: Buffer, start = 0, end = bytes.length): number {
  let letters = 0;
  for (let position = start; position < end; position++) letters |= 1 << ((bytes[position] ?? 0) & 31);
  return letters;
}

function mostFrequent({ termPassages }: SearchIndex, numbers: readonly number[], max: number): number[] {
  return numbers.toSorted((a, b) => (termPassages[b] ?? 0) - (termPassages[a] ?? 0) || a - b).slice(0, max);
}

const charactersMax = 64;
const rows = [0, 1, 2].map(() => new Uint8Array(charactersMax + 1));

/** Edit distance with swaps of adjacent letters. Returns `limit` as soon as the distance can't be smaller. */
export function typoDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit || one.length > charactersMax || other.length > charactersMax) {
    return limit;
  }
  let [beforePrevious, previous, current] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= other.length; column++) previous[column] = column;
  for (let row = 1; row <= one.length; row++) {
    current[0] = row;
    let least = row;
    const letter = one.charCodeAt(row - 1);
    for (let column = 1; column <= other.length; column++) {
      const isSame = letter === other.charCodeAt(column - 1);
      let distance = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && letter === other.charCodeAt(column - 2) && one[row - 2] === other[column - 1]) {
        distance = Math.min(distance, (beforePrevious[column - 2] ?? 0) + 1);
      }
      current[column] = distance;
      if (distance < least) least = distance;
    }
    if (least >= limit) return limit;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  return Math.min(previous[other.length] ?? limit, limit);
}

/** The number of bits set in a 32-bit integer. */
export function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
