/** The postings of a segment, and the new number of each of its documents; -1 for a dropped document. */
export interface PostingSource {
  offsets: Uint32Array;
  bytes: Buffer;
  documents: Int32Array;
}

/** The length of the longest varint. */
const distanceBytesMax = 5;
const noDocument = 0xffff_ffff;

/** Merges the postings of two segments term by term. `width` is the number of scores per document. */
export class PostingMerger {
  /** The number of bytes so far. */
  length = 0;
  readonly #width: 1 | 2;
  readonly #kept: PostingReader;
  readonly #fresh: PostingReader;
  readonly #out: Buffer;

  constructor(kept: PostingSource, fresh: PostingSource, width: 1 | 2) {
    this.#width = width;
    this.#kept = new PostingReader(kept, width);
    this.#fresh = new PostingReader(fresh, width);
    const countMax = Math.floor((kept.bytes.length + fresh.bytes.length) / (1 + width));
    this.#out = Buffer.allocUnsafe(countMax * (distanceBytesMax + width));
  }

  /**
   * Adds the postings of the next term. Its number in a segment is -1 if the segment lacks the term. Returns the number
   * of postings.
   */
  add(keptTerm: number, freshTerm: number): number {
    this.#kept.open(keptTerm);
    this.#fresh.open(freshTerm);
    let found = 0;
    for (let next = 0; ; found++) {
      const from = this.#kept.document < this.#fresh.document ? this.#kept : this.#fresh;
      if (from.document === noDocument) return found;
      this.#write(from.document - next, from);
      next = from.document + 1;
      from.advance();
    }
  }

  bytes(): Buffer {
    return this.#out.subarray(0, this.length);
  }

  #write(distance: number, { source, scoresAt }: PostingReader): void {
    let rest = distance;
    for (; rest > 127; rest >>>= 7) this.#out[this.length++] = (rest & 127) | 128;
    this.#out[this.length++] = rest;
    this.#out[this.length++] = source.bytes[scoresAt] ?? 0;
    if (this.#width === 2) this.#out[this.length++] = source.bytes[scoresAt + 1] ?? 0;
  }
}

/** Reads the postings of one term after the other, skipping dropped documents. */
class PostingReader {
  readonly source: PostingSource;
  /** The new number of the current document. */
  document = noDocument;
  scoresAt = 0;
  readonly #width: number;
  #at = 0;
  #end = 0;
  #next = 0;

  constructor(source: PostingSource, width: number) {
    this.source = source;
    this.#width = width;
  }

  open(term: number): void {
    const { offsets } = this.source;
    this.#at = term < 0 ? 0 : (offsets[term] ?? 0);
    this.#end = term < 0 ? 0 : (offsets[term + 1] ?? 0);
    this.#next = 0;
    this.advance();
  }

  advance(): void {
    const { bytes, documents } = this.source;
    while (this.#at < this.#end) {
      let byte = bytes[this.#at++] ?? 0;
      let distance = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[this.#at++] ?? 0;
        distance |= (byte & 127) << shift;
      }
      this.scoresAt = this.#at;
      this.#at += this.#width;
      this.document = documents[this.#next + distance] ?? -1;
      this.#next += distance + 1;
      if (this.document >= 0) return;
    }
    this.document = noDocument;
  }
}
