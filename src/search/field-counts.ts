import { growingBytes, growingWords } from "./growing-numbers.ts";

/** Postings of every term, one behind the other: those of `term` are from `offsets[term]` to `offsets[term + 1]`. */
export interface Postings {
  offsets: Uint32Array;
  documents: Uint32Array;
  /** For each posting one byte per field, by the order of the fields. */
  counts: Uint8Array;
}

const countMax = 255;
const nowhere = -1;

/** How often each term stands in each field of each document: written document by document, read term by term. */
export class FieldCounts<Field extends string> {
  readonly fields: readonly Field[];
  /** The terms of each document, one behind the other, and how often each stands in each field. */
  readonly #terms = growingWords();
  readonly #counts = growingBytes();
  readonly #documentEnds = growingWords();
  readonly #lengths: ReturnType<typeof growingWords>[];
  /** For each term where the open document counts it. */
  #places = new Int32Array(1_024).fill(nowhere);
  #openLengths: number[];
  #openStart = 0;

  constructor(fields: readonly Field[]) {
    this.fields = fields;
    this.#lengths = fields.map(() => growingWords());
    this.#openLengths = fields.map(() => 0);
  }

  /** What does not count for the length of a field is found in it all the same. */
  count(field: number, term: number, times: number, isMeasured: boolean): void {
    const place = this.#placeOf(term) * this.fields.length + field;
    this.#counts.set(place, Math.min(this.#counts.get(place) + times, countMax));
    if (isMeasured) this.#openLengths[field] = (this.#openLengths[field] ?? 0) + times;
  }

  /** The terms of the open document and how often they stand in a field. */
  forEachOpen(field: number, visit: (term: number, count: number) => void): void {
    for (let place = this.#openStart; place < this.#terms.length; place++) {
      const count = this.#counts.get(place * this.fields.length + field);
      if (count > 0) visit(this.#terms.get(place), count);
    }
  }

  endDocument(): void {
    for (let place = this.#openStart; place < this.#terms.length; place++)
      this.#places[this.#terms.get(place)] = nowhere;
    for (const [index, list] of this.#lengths.entries()) list.push(this.#openLengths[index] ?? 0);
    this.#openStart = this.#terms.length;
    this.#documentEnds.push(this.#openStart);
    this.#openLengths.fill(0);
  }

  /** How long each document is in a field, compared with those that have the field at all. */
  relativeLengths(field: number): Float64Array {
    const lengths = this.#lengths[field]?.view() ?? new Uint32Array(0);
    let sum = 0;
    let filled = 0;
    for (const length of lengths) {
      sum += length;
      if (length > 0) filled += 1;
    }
    const average = Math.max(sum / Math.max(filled, 1), 1);
    return Float64Array.from(lengths, (length) => length / average);
  }

  /** Documents of each term in their order. */
  postings(termCount: number): Postings {
    const terms = this.#terms.view();
    const offsets = new Uint32Array(termCount + 1);
    for (const term of terms) offsets[term + 1] = (offsets[term + 1] ?? 0) + 1;
    for (let term = 0; term < termCount; term++) offsets[term + 1] = (offsets[term + 1] ?? 0) + (offsets[term] ?? 0);
    const next = offsets.slice(0, termCount);
    const documents = new Uint32Array(terms.length);
    const width = this.fields.length;
    const counts = new Uint8Array(terms.length * width);
    const given = this.#counts.view();
    let entry = 0;
    for (const [document, end] of this.#documentEnds.view().entries()) {
      for (; entry < end; entry++) {
        const term = terms[entry] ?? 0;
        const place = next[term] ?? 0;
        next[term] = place + 1;
        documents[place] = document;
        for (let index = 0; index < width; index++) counts[place * width + index] = given[entry * width + index] ?? 0;
      }
    }
    return { offsets, documents, counts };
  }

  #placeOf(term: number): number {
    if (term >= this.#places.length) {
      const larger = new Int32Array(Math.max(term + 1, this.#places.length * 2)).fill(nowhere);
      larger.set(this.#places);
      this.#places = larger;
    }
    const known = this.#places[term] ?? nowhere;
    if (known !== nowhere) return known;
    const place = this.#terms.length;
    this.#places[term] = place;
    this.#terms.push(term);
    for (let index = 0; index < this.fields.length; index++) this.#counts.push(0);
    return place;
  }
}
