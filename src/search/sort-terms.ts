import type { IndexParts } from "./index-format.ts";
import type { TermList } from "./term-table.ts";

export interface SortedTerms extends Pick<IndexParts, "termOffset" | "terms"> {
  /** Which of the terms stands at each place. */
  numbers: Uint32Array;
}

/** As many bytes as a number holds exactly. */
const keyBytes = 6;

/** The terms by their bytes: the order in which an index can be searched by halves. */
export function sortTerms({ hashes, ends, bytes }: TermList): SortedTerms {
  const count = hashes.length;
  const startOf = (number: number) => (number === 0 ? 0 : (ends[number - 1] ?? 0));
  // Most terms differ in their first bytes, and numbers compare faster than bytes do.
  const keys = new Float64Array(count);
  for (let number = 0; number < count; number++) keys[number] = keyAt(bytes, startOf(number), ends[number] ?? 0);
  const own = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbers = Uint32Array.from({ length: count }, (_, number) => number).sort(
    (a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || own.compare(own, startOf(b), ends[b] ?? 0, startOf(a), ends[a] ?? 0),
  );
  const termOffset = new Uint32Array(count + 1);
  const terms = Buffer.allocUnsafe(bytes.length);
  let offset = 0;
  for (let place = 0; place < count; place++) {
    const number = numbers[place] ?? 0;
    offset += own.copy(terms, offset, startOf(number), ends[number]);
    termOffset[place + 1] = offset;
  }
  return { termOffset, terms, numbers };
}

function keyAt(bytes: Uint8Array, start: number, end: number): number {
  let key = 0;
  for (let at = start; at < start + keyBytes; at++) key = key * 256 + (at < end ? (bytes[at] ?? 0) : 0);
  return key;
}
