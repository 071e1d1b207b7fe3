import { growingBytes, growingWords } from "./growing-numbers.ts";
import type { AnalyzedPage } from "./page-to-index.ts";
import type { PageField } from "./ranking.ts";
import type { TermTable } from "./term-table.ts";
import { forEachWord } from "./tokenize.ts";

/** A sequence of counted documents. */
export interface CountedDocuments {
  /** The terms of all documents in sequence, and the end of each document in that list. */
  terms: Uint32Array;
  ends: Uint32Array;
  /** For each of these terms, one byte per field. */
  counts: Uint8Array;
  /** For each document, the length of each field. */
  lengths: Uint32Array;
}

const countMax = 255;
const nowhere = -1;

/** The counts of each term in each field of each document: written by document, read by term. */
export class FieldCounts<Field extends string> {
  readonly fields: readonly Field[];
  readonly #terms = growingWords();
  readonly #counts = growingBytes();
  readonly #ends = growingWords();
  readonly #lengths = growingWords();
  /** For each term, its position in the open document. */
  #places = new Int32Array(512).fill(nowhere);
  #openLengths: number[];
  #openStart = 0;

  constructor(fields: readonly Field[]) {
    this.fields = fields;
    this.#openLengths = fields.map(() => 0);
  }

  /** Occurrences with `isMeasured` false don't add to the length of their field. */
  count(field: number, term: number, times: number, isMeasured: boolean): void {
    const place = this.#placeOf(term) * this.fields.length + field;
    this.#counts.set(place, Math.min(this.#counts.get(place) + times, countMax));
    if (isMeasured) this.#openLengths[field] = (this.#openLengths[field] ?? 0) + times;
  }

  /** Visits the terms of the open document that occur in a field. */
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

  /**
   * Appends documents with the same fields, whose terms another table has counted and numbered. `numbers` maps those
   * numbers to the numbers in this table.
   */
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

  /**
   * Opens a document whose last fields have already been counted. The other fields are counted until the document ends.
   */
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

  /** Valid until the next count. */
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

/**
 * Counts the words of a text in a field. Stop words are counted only in labels: they can be found there, but they don't
 * add to the length.
 */
export function countWords<Field extends string>(
  terms: TermTable,
  counts: FieldCounts<Field>,
  field: NoInfer<Field>,
  text: string,
  kind: "label" | "prose",
): void {
  if (text === "") return;
  const index = counts.fields.indexOf(field);
  const isLabel = kind === "label";
  forEachWord(text, (word) => {
    const found = terms.ofWord(word);
    // An indexed loop instead of an iterator, because it runs for every word of a project.
    for (let at = 0; at < found.length; at++) {
      const term = found[at];
      if (term !== undefined && (isLabel || !term.isStopWord)) counts.count(index, term.number, 1, !term.isStopWord);
    }
  });
}

/** The name of a page's folder usually describes the page too; the names of folders above it rarely do. */
const slugSegments = 2;

/** Counts the words in the labels of a page: its title, description, keywords and path. */
export function countLabels(
  terms: TermTable,
  counts: FieldCounts<PageField>,
  { path, title, keywords, description = "" }: Pick<AnalyzedPage, "path" | "title" | "keywords" | "description">,
): void {
  countWords(terms, counts, "title", title, "label");
  countWords(terms, counts, "slug", path.split("/").filter(Boolean).slice(-slugSegments).join(" "), "prose");
  countWords(terms, counts, "keywords", keywords.join(" \n "), "label");
  countWords(terms, counts, "description", description, "prose");
}
