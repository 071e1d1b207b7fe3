import { growingBytes, growingWords } from "./growing-numbers.ts";

/** Documents one behind the other, as they were counted. */
export interface CountedDocuments {
  /** The terms of each document, and where those of each document end. */
  terms: Uint32Array;
  ends: Uint32Array;
  /** For each of these terms one byte per field. */
  counts: Uint8Array;
  /** For each document the length of each field. */
  lengths: Uint32Array;
}

const countMax = 255;
const nowhere = -1;

/** How often each term stands in each field of each document: written document by document, read term by term. */
export class FieldCounts<Field extends string> {
  readonly fields: readonly Field[];
  readonly #terms = growingWords();
  readonly #counts = growingBytes();
  readonly #ends = growingWords();
  readonly #lengths = growingWords();
  /** For each term where the open document counts it. */
  #places = new Int32Array(512).fill(nowhere);
  #openLengths: number[];
  #openStart = 0;

  constructor(fields: readonly Field[]) {
    this.fields = fields;
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
    this.#lengths.append(this.#openLengths);
    this.#openStart = this.#terms.length;
    this.#ends.push(this.#openStart);
    this.#openLengths.fill(0);
  }

  /** Documents that were counted elsewhere, with the same fields; `numbers` says what each of their terms is called here. */
  append({ terms, ends, counts, lengths }: CountedDocuments, numbers: Uint32Array): void {
    const first = this.#terms.length;
    this.#terms.append(terms);
    const own = this.#terms.view();
    for (let place = 0; place < terms.length; place++) own[first + place] = numbers[terms[place] ?? 0] ?? 0;
    for (let document = 0; document < ends.length; document++) this.#ends.push(first + (ends[document] ?? 0));
    this.#counts.append(counts);
    this.#lengths.append(lengths);
    this.#openStart = this.#terms.length;
  }

  /** A document whose last fields were counted elsewhere: the others are counted on top of it, until it is ended. */
  open(numbers: Uint32Array, counts: Uint8Array, lengths: Uint32Array): void {
    const width = lengths.length;
    const first = this.fields.length - width;
    for (let term = 0; term < numbers.length; term++) {
      let sum = 0;
      for (let field = 0; field < width; field++) sum += counts[term * width + field] ?? 0;
      if (sum === 0) continue;
      const place = this.#placeOf(numbers[term] ?? 0) * this.fields.length + first;
      for (let field = 0; field < width; field++) this.#counts.set(place + field, counts[term * width + field] ?? 0);
    }
    for (let field = 0; field < width; field++) this.#openLengths[first + field] = lengths[field] ?? 0;
  }

  /** Valid until the next one is counted. */
  documents(): CountedDocuments {
    return {
      terms: this.#terms.view(),
      ends: this.#ends.view(),
      counts: this.#counts.view(),
      lengths: this.#lengths.view(),
    };
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
    this.#counts.appendZeros(this.fields.length);
    return place;
  }
}
