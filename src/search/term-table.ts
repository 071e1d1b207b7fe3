import { growingBytes, growingWords } from "./growing-numbers.ts";
import { termsOf } from "./tokenize.ts";

export interface NumberedTerms {
  numbers: readonly number[];
  /** Whether each of them is a stop word. */
  isStopWord: readonly boolean[];
}

/** Terms as bytes, one behind the other, with the hash of each. */
export interface TermList {
  hashes: Uint32Array;
  /** Where each term ends. */
  ends: Uint32Array;
  bytes: Uint8Array;
}

const noTerm = -1;
const slotsAtStart = 1_024;

/**
 * A number for each term, in the order in which they were first seen. Terms are compared as bytes and by their hash: to
 * make strings of the terms of a thousand pages would take longer than everything else that is done with them.
 */
export class TermTable {
  readonly #hashes = growingWords();
  readonly #ends = growingWords();
  readonly #bytes = growingBytes();
  #slots = new Int32Array(slotsAtStart).fill(noTerm);
  // Texts repeat their words, and taking one apart is most of the work.
  readonly #words = new Map<string, NumberedTerms>();

  ofWord(word: string): NumberedTerms {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const { terms, isStopWord } = encodedTerms(word);
    const numbers = terms.map(({ hash, bytes }) => this.#find(hash, bytes, 0, bytes.length));
    const numbered = { numbers, isStopWord };
    this.#words.set(word, numbered);
    return numbered;
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

  #find(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const number = this.#slots[slot] ?? noTerm;
      if (number === noTerm) return this.#add(hash, bytes.subarray(start, end), slot);
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

  #add(hash: number, bytes: Uint8Array, slot: number): number {
    const number = this.#hashes.length;
    this.#hashes.push(hash);
    this.#bytes.append(bytes);
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

interface EncodedTerms {
  terms: readonly { hash: number; bytes: Uint8Array }[];
  isStopWord: readonly boolean[];
}

// Pages share most of their words: each has a table of its own, and only this is kept between them.
const wordsRemembered = 20_000;
const remembered = new Map<string, EncodedTerms>();

function encodedTerms(word: string): EncodedTerms {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const terms = termsOf(word);
  const encoded = {
    terms: terms.map(({ term }) => {
      const bytes = Buffer.from(term);
      return { hash: hashOf(bytes), bytes };
    }),
    isStopWord: terms.map(({ isStopWord }) => isStopWord),
  };
  if (remembered.size >= wordsRemembered) remembered.clear();
  remembered.set(word, encoded);
  return encoded;
}

/** FNV-1a of 32 bits. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
