import type { IndexParts } from "./index-format.ts";

export interface SortedTerms extends Pick<IndexParts, "termOffset" | "terms"> {
  /** Which of the terms stands at each place. */
  numbers: Uint32Array;
}

/** Surrogates, which stand before some of the letters that their pairs stand behind. */
const outsideBasicPlane = /[\ud800-\udfff]/;

/** The terms by their bytes: the order in which an index can be searched by halves. */
export function sortTerms(terms: readonly string[]): SortedTerms {
  const numberOf = new Map(terms.map((term, number) => [term, number]));
  const sorted = terms.toSorted(terms.some((term) => outsideBasicPlane.test(term)) ? compareBytes : undefined);
  const text = sorted.join("");
  const bytes = Buffer.from(text);
  const isPlain = bytes.length === text.length;
  const termOffset = new Uint32Array(sorted.length + 1);
  const numbers = new Uint32Array(sorted.length);
  let offset = 0;
  for (let place = 0; place < sorted.length; place++) {
    const term = sorted[place] ?? "";
    numbers[place] = numberOf.get(term) ?? 0;
    offset += isPlain ? term.length : Buffer.byteLength(term);
    termOffset[place + 1] = offset;
  }
  return { termOffset, terms: bytes, numbers };
}

/** Strings compare by the halves of their characters, which is the order of their bytes up to the basic plane. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
