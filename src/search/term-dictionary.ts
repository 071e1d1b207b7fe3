import type { IndexParts } from "./index-format.ts";

type TermParts = Pick<IndexParts, "termOffset" | "terms">;

/** The number of a term, if the index has it. */
export function findTerm(parts: TermParts, term: string): number | undefined {
  const bytes = Buffer.from(term);
  const number = firstFrom(parts, bytes);
  return number < termCount(parts) && compareTerm(parts, number, bytes) === 0 ? number : undefined;
}

/** The terms that begin like this, in their order. */
export function* termsWithPrefix(parts: TermParts, prefix: string): Generator<{ number: number; term: string }> {
  const bytes = Buffer.from(prefix);
  for (let number = firstFrom(parts, bytes); number < termCount(parts); number++) {
    const start = parts.termOffset[number] ?? 0;
    const end = parts.termOffset[number + 1] ?? 0;
    if (end - start < bytes.length || bytes.compare(parts.terms, start, start + bytes.length) !== 0) return;
    yield { number, term: parts.terms.toString("utf8", start, end) };
  }
}

function termCount({ termOffset }: TermParts): number {
  return termOffset.length - 1;
}

/** The first term that does not stand before these bytes. */
function firstFrom(parts: TermParts, bytes: Buffer): number {
  let low = 0;
  let high = termCount(parts);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareTerm(parts, middle, bytes) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compareTerm({ terms, termOffset }: TermParts, number: number, bytes: Buffer): number {
  return -bytes.compare(terms, termOffset[number] ?? 0, termOffset[number + 1] ?? 0);
}
