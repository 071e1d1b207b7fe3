import { growingBytes } from "./growing-numbers.ts";

export interface PostingsToEncode {
  offsets: Uint32Array;
  documents: Uint32Array;
  /** What stands behind each document, a byte from each list. */
  scores: readonly Uint8Array[];
}

/** The postings of each of these terms: how far the next document is, in 7 bits a byte, then its scores. */
export function encodePostings(
  { offsets, documents, scores }: PostingsToEncode,
  terms: Uint32Array,
): { offsets: Uint32Array; bytes: Buffer } {
  const bytes = growingBytes();
  const ends = new Uint32Array(terms.length + 1);
  for (const [position, term] of terms.entries()) {
    let next = 0;
    for (let posting = offsets[term] ?? 0; posting < (offsets[term + 1] ?? 0); posting++) {
      const document = documents[posting] ?? 0;
      let distance = document - next;
      for (; distance > 127; distance >>>= 7) bytes.push((distance & 127) | 128);
      bytes.push(distance);
      for (const list of scores) bytes.push(list[posting] ?? 0);
      next = document + 1;
    }
    ends[position + 1] = bytes.length;
  }
  const view = bytes.view();
  return { offsets: ends, bytes: Buffer.from(view.buffer, view.byteOffset, view.byteLength) };
}
