import { growingBytes, growingWords } from "./growing-numbers.ts";
import { findTerms } from "./tokenize.ts";

/** Terms as concatenated bytes, with the hash of each. */
export interface TermList {
  hashes: Uint32Array;
  /** Where each term ends. */
  ends: Uint32Array;
  bytes: Uint8Array;
}

/** A term with its number in a table. */
interface NumberedTerm {
  readonly number: number;
  readonly isStopWord: boolean;
}

const noTerm = -1;
const slotsAtStart = 1_024;
let tablesMade = 0;

/**
 * Numbers terms in the order of their first occurrence. Terms are compared by hash and bytes, because creating strings
 * for the terms of a thousand pages would take longer than everything else.
 */
export class TermTable {
  readonly #hashes = growingWords();
  readonly #ends = growingWords();
  readonly #bytes = growingBytes();
  #slots = new Int32Array(slotsAtStart).fill(noTerm);
  /** Cached terms remember their number in the last table that used them, so that repeated words are looked up once. */
  readonly #mark = ++tablesMade;

  /** Valid until the next call. */
  ofWord(word: string): readonly NumberedTerm[] {
    const terms = knownTerms(word);
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at];
      if (term !== undefined && term.table !== this.#mark) this.#number(term);
    }
    return terms;
  }

  /** The numbers that the terms of another table have in this table. */
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

  /** All terms, ordered by number. */
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

/** A term of a word: the range of its bytes in the shared buffer, and its number in a table. */
interface KnownTerm {
  readonly hash: number;
  readonly start: number;
  readonly end: number;
  readonly isStopWord: boolean;
  /** The last table that looked up the term, and the term's number in that table. */
  table: number;
  number: number;
}

// The number of cached words. Pages share most of their words, and analyzing a word costs far more than counting it.
const wordsRemembered = 50_000;
const remembered = new Map<string, KnownTerm[]>();
let bytes = growingBytes();

/**
 * Longer words rarely repeat: text in languages without spaces, URLs, data. They would evict all other words from the
 * cache.
 */
const wordCharactersMax = 32;
/** The start of the bytes of the last uncached word. The next uncached word overwrites them. */
let passingFrom: number | undefined;

/**
 * Characters that are written without spaces and have no other form. A run of them is a part of a sentence, which rarely
 * repeats, but its pairs of characters do. `wordTerms` also makes a term of each pair.
 */
const pairedRun = /^[\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3]{3,}$/;

/** The terms of a word, cached across pages. Valid until the next call. */
function knownTerms(word: string): readonly KnownTerm[] {
  const known = word.length > wordCharactersMax ? undefined : remembered.get(word);
  if (known !== undefined) return known;
  if (remembered.size + word.length > wordsRemembered) forgetAll();
  if (pairedRun.test(word)) return pairTerms(word);
  if (word.length > wordCharactersMax) return passingTerms(word);
  const terms = listTerms(word);
  remembered.set(ownCopy(word), terms);
  return terms;
}

function pairTerms(run: string): readonly KnownTerm[] {
  const terms = new Set<KnownTerm>();
  for (let at = 0; at < run.length - 1; at++) for (const term of knownTerms(run.slice(at, at + 2))) terms.add(term);
  return [...terms];
}

function passingTerms(word: string): readonly KnownTerm[] {
  const terms = listTerms(word);
  passingFrom = terms[0]?.start;
  return terms;
}

function listTerms(word: string): KnownTerm[] {
  if (passingFrom !== undefined) bytes.length = passingFrom;
  passingFrom = undefined;
  return findTerms(word).map(({ term, isStopWord }) => keepTerm(term, isStopWord));
}

/** Copies a longer word, because as a slice it would keep the whole text in memory. */
export function ownCopy(word: string): string {
  return word.length < partLengthMin ? word : ` ${word}`.slice(1);
}

const partLengthMin = 13;

/** The bytes of all known terms. */
function knownTermBytes(): Uint8Array {
  return bytes.room();
}

function forgetAll(): void {
  remembered.clear();
  bytes = growingBytes();
  passingFrom = undefined;
}

function keepTerm(term: string, isStopWord: boolean): KnownTerm {
  const start = bytes.length;
  // Nearly all terms are ASCII, and allocating a buffer for each would be slower than pushing its characters.
  const encoded = isAscii.test(term) ? undefined : Buffer.from(term);
  const length = encoded?.length ?? term.length;
  let hash = hashStart;
  for (let at = 0; at < length; at++) {
    const byte = encoded?.[at] ?? term.charCodeAt(at);
    bytes.push(byte);
    hash = Math.imul(hash ^ byte, hashFactor);
  }
  return { hash: hash >>> 0, start, end: bytes.length, isStopWord, table: 0, number: 0 };
}

const isAscii = /^\p{ASCII}*$/u;

/** 32-bit FNV-1a. */
const hashStart = 0x811c9dc5;
const hashFactor = 0x01000193;
