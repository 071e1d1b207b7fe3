import { growingBytes, growingWords } from "./growing-numbers.ts";
import { type KnownTerm, knownTermBytes, knownTerms } from "./known-words.ts";

/** Terms as bytes, one behind the other, with the hash of each. */
export interface TermList {
  hashes: Uint32Array;
  /** Where each term ends. */
  ends: Uint32Array;
  bytes: Uint8Array;
}

/** What a table calls a term. */
export interface NumberedTerm {
  readonly number: number;
  readonly isStopWord: boolean;
}

const noTerm = -1;
const slotsAtStart = 1_024;
let tablesMade = 0;

/**
 * A number for each term, in the order in which they were first seen. Terms are compared as bytes and by their hash: to
 * make strings of the terms of a thousand pages would take longer than everything else that is done with them.
 */
export class TermTable {
  readonly #hashes = growingWords();
  readonly #ends = growingWords();
  readonly #bytes = growingBytes();
  #slots = new Int32Array(slotsAtStart).fill(noTerm);
  /** Terms remember their number in the table that asked last, so that a text that repeats its words asks once. */
  readonly #mark = ++tablesMade;

  /** Valid until the next word is asked for. */
  ofWord(word: string): readonly NumberedTerm[] {
    const terms = knownTerms(word);
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at];
      if (term !== undefined && term.table !== this.#mark) this.#number(term);
    }
    return terms;
  }

  /** The numbers of terms from another table. */
  ofList({ hashes, ends, bytes }: TermList): Uint32Array {
    const numbers = new Uint32Array(hashes.length);
    let start = 0;
    for (let term = 0; term < hashes.length; term++) {
      const end = ends[term] ?? 0;
      numbers[term] = this.#find(hashes[term] ?? 0, bytes, start, end);
      start = end;
    }
    return numbers;
  }

  /** Every term, at its number. */
  list(): TermList {
    return { hashes: this.#hashes.view(), ends: this.#ends.view(), bytes: this.#bytes.view() };
  }

  #number(term: KnownTerm): void {
    term.number = this.#find(term.hash, knownTermBytes(), term.start, term.end);
    term.table = this.#mark;
  }

  #find(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const number = this.#slots[slot] ?? noTerm;
      if (number === noTerm) return this.#add(hash, bytes, start, end, slot);
      if (this.#hashes.get(number) === hash && this.#isTerm(number, bytes, start, end)) return number;
      slot = (slot + 1) & mask;
    }
  }

  #isTerm(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const ownStart = number === 0 ? 0 : this.#ends.get(number - 1);
    if (this.#ends.get(number) - ownStart !== end - start) return false;
    for (let at = start; at < end; at++) if (this.#bytes.get(ownStart + at - start) !== bytes[at]) return false;
    return true;
  }

  #add(hash: number, bytes: Uint8Array, start: number, end: number, slot: number): number {
    const number = this.#hashes.length;
    this.#hashes.push(hash);
    this.#bytes.appendPart(bytes, start, end);
    this.#ends.push(this.#bytes.length);
    this.#slots[slot] = number;
    if (this.#hashes.length * 2 > this.#slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(noTerm);
    const mask = this.#slots.length - 1;
    for (const [number, hash] of this.#hashes.view().entries()) {
      let slot = hash & mask;
      while (this.#slots[slot] !== noTerm) slot = (slot + 1) & mask;
      this.#slots[slot] = number;
    }
  }
}
