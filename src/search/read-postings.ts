import { SearchIndexDamaged } from "./search-index-damaged.ts";
import type { Alternative } from "./similar-terms.ts";

export interface EncodedPostings {
  offsets: Uint32Array;
  bytes: Uint8Array;
  /** How many scores stand behind each document. */
  width: 1 | 2;
  documentCount: number;
}

type Visit = (document: number, score: number, secondScore: number) => void;

/** Calls `visit` once for each document that has one of the terms, with the best score that one of them has in it. */
export function forEachBest(postings: EncodedPostings, alternatives: readonly Alternative[], visit: Visit): void {
  const [only, ...others] = alternatives;
  if (only !== undefined && others.length === 0) {
    const { number, share } = only;
    forEachPosting(postings, number, (document, score, second) => visit(document, score * share, second * share));
    return;
  }
  const best = new Map<number, [score: number, second: number]>();
  for (const { number, share } of alternatives) {
    forEachPosting(postings, number, (document, score, second) => {
      const known = best.get(document);
      if (known === undefined) best.set(document, [score * share, second * share]);
      else {
        known[0] = Math.max(known[0], score * share);
        known[1] = Math.max(known[1], second * share);
      }
    });
  }
  for (const [document, [score, second]] of best) visit(document, score, second);
}

function forEachPosting({ offsets, bytes, width, documentCount }: EncodedPostings, term: number, visit: Visit): void {
  const end = offsets[term + 1] ?? 0;
  let document = 0;
  for (let position = offsets[term] ?? 0; position < end; ) {
    let byte = bytes[position++] ?? 0;
    let distance = byte & 127;
    for (let shift = 7; byte > 127 && shift < 32; shift += 7) {
      byte = bytes[position++] ?? 0;
      distance += (byte & 127) * 2 ** shift;
    }
    document += distance;
    if (document >= documentCount) throw new SearchIndexDamaged("a posting points past its end");
    visit(document, bytes[position] ?? 0, width === 2 ? (bytes[position + 1] ?? 0) : 0);
    position += width;
    document += 1;
  }
}
