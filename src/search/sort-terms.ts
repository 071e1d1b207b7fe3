import type { IndexParts } from "./index-format.ts";
import type { TermList } from "./term-table.ts";

export interface SortedTerms extends Pick<IndexParts, "termOffset" | "terms"> {
  /** Which of the terms stands at each place. */
  numbers: Uint32Array;
}

/** As many bytes as a number holds exactly. */
const keyBytes = 6;

/** The terms that are used, by their bytes: the order in which an index can be searched by halves. */
export function sortTerms({ ends, bytes }: TermList, isUsed: Uint8Array): SortedTerms {
  const startOf = (number: number) => (number === 0 ? 0 : (ends[number - 1] ?? 0));
  // Most terms differ in their first bytes, and numbers compare faster than bytes do.
  const keys = new Float64Array(isUsed.length);
  const used = new Uint32Array(isUsed.length);
  let count = 0;
  for (let number = 0; number < isUsed.length; number++) {
    if (isUsed[number] === 0) continue;
    keys[number] = keyAt(bytes, startOf(number), ends[number] ?? 0);
    used[count++] = number;
  }
  const own = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbers = used
    .subarray(0, count)
    .sort(
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
  return { termOffset, terms: terms.subarray(0, offset), numbers };
}

function keyAt(bytes: Uint8Array, start: number, end: number): number {
  let key = 0;
  for (let at = start; at < start + keyBytes; at++) key = key * 256 + (at < end ? (bytes[at] ?? 0) : 0);
  return key;
}
