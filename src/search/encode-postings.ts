import type { CountedDocuments } from "./field-counts.ts";

export interface EncodedPostings {
  /** For each term, by its place, where its postings begin, and one number more at the end. */
  offsets: Uint32Array;
  bytes: Buffer;
  /** For each term, by its place, how many documents have it. */
  found: Uint32Array;
}

/**
 * The documents of each term: how far the next one is, in 7 bits a byte, then its scores, a byte from each list.
 * `order` says which of the `termCount` terms stands at each place. Documents are gone through twice, first to see how much room each term
 * needs: that is quicker than to sort what they hold.
 */
export function encodePostings(
  documents: Pick<CountedDocuments, "terms" | "ends">,
  scores: readonly Uint8Array[],
  order: Uint32Array,
  termCount: number,
): EncodedPostings {
  const count = order.length;
  const room = new Uint32Array(termCount);
  const foundByNumber = new Uint32Array(termCount);
  forEachDistance(documents, termCount, (_entry, term, distance) => {
    room[term] = (room[term] ?? 0) + distanceBytes(distance) + scores.length;
    foundByNumber[term] = (foundByNumber[term] ?? 0) + 1;
  });
  const offsets = new Uint32Array(count + 1);
  const next = new Uint32Array(termCount);
  for (let place = 0; place < count; place++) {
    const term = order[place] ?? 0;
    next[term] = offsets[place] ?? 0;
    offsets[place + 1] = (offsets[place] ?? 0) + (room[term] ?? 0);
  }
  const bytes = Buffer.allocUnsafe(offsets[count] ?? 0);
  forEachDistance(documents, termCount, (entry, term, distance) => {
    let at = next[term] ?? 0;
    let rest = distance;
    for (; rest > 127; rest >>>= 7) bytes[at++] = (rest & 127) | 128;
    bytes[at++] = rest;
    for (let list = 0; list < scores.length; list++) bytes[at++] = scores[list]?.[entry] ?? 0;
    next[term] = at;
  });
  return { offsets, bytes, found: order.map((term) => foundByNumber[term] ?? 0) };
}

/** Every term of every document, and how many documents lie between it and the one before that has the term. */
function forEachDistance(
  { terms, ends }: Pick<CountedDocuments, "terms" | "ends">,
  termCount: number,
  visit: (entry: number, term: number, distance: number) => void,
): void {
  const next = new Uint32Array(termCount);
  let entry = 0;
  for (let document = 0; document < ends.length; document++) {
    const end = ends[document] ?? 0;
    for (; entry < end; entry++) {
      const term = terms[entry] ?? 0;
      visit(entry, term, document - (next[term] ?? 0));
      next[term] = document + 1;
    }
  }
}

function distanceBytes(distance: number): number {
  let bytes = 1;
  for (let rest = distance; rest > 127; rest >>>= 7) bytes += 1;
  return bytes;
}
