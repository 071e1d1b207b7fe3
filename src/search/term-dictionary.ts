import type { IndexParts } from "./index-format.ts";

type TermParts = Pick<IndexParts, "termOffset" | "terms">;

export function findTerm(parts: TermParts, term: string): number | undefined {
  const bytes = Buffer.from(term);
  const number = firstFrom(parts, bytes);
  return number < termCount(parts) && compareTerm(parts, number, bytes) === 0 ? number : undefined;
}

/** Terms with this prefix and a length in this range. At most `max` terms are checked. */
export function termsWithPrefix(
  parts: TermParts,
  prefix: string,
  { max, bytesMin = 0, bytesMax = Number.POSITIVE_INFINITY }: { max: number; bytesMin?: number; bytesMax?: number },
): number[] {
  const { termOffset, terms } = parts;
  const bytes = Buffer.from(prefix);
  const found: number[] = [];
  const first = firstFrom(parts, bytes);
  for (let number = first; number < Math.min(termCount(parts), first + max); number++) {
    const start = termOffset[number] ?? 0;
    const length = (termOffset[number + 1] ?? 0) - start;
    if (length < bytes.length || bytes.compare(terms, start, start + bytes.length) !== 0) break;
    if (length >= bytesMin && length <= bytesMax) found.push(number);
  }
  return found;
}

export function termAt({ terms, termOffset }: TermParts, number: number): string {
  return terms.toString("utf8", termOffset[number], termOffset[number + 1]);
}

function termCount({ termOffset }: TermParts): number {
  return termOffset.length - 1;
}

/** The first term that doesn't sort before these bytes. */
export function firstFrom(parts: TermParts, bytes: Buffer): number {
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
