import { growingBytes } from "./growing-numbers.ts";
import { findTerms } from "./tokenize.ts";

/** A term of a word: where its bytes lie among those of the others, and what a table calls it. */
export interface KnownTerm {
  readonly hash: number;
  readonly start: number;
  readonly end: number;
  readonly isStopWord: boolean;
  /** The table that has asked last, and its number there. */
  table: number;
  number: number;
}

// Pages share most of their words, and taking one apart costs much more than counting it.
const wordsRemembered = 50_000;
const remembered = new Map<string, KnownTerm[]>();
let bytes = growingBytes();

/**
 * Longer ones rarely come again: sentences of languages that put no spaces between words, addresses, data. In a project with
 * such a language they would drive out all other words, page after page.
 */
const wordCharactersMax = 32;
/** Where the bytes of the last such word begin. The next one takes their place. */
let passingFrom: number | undefined;

/** The terms of a word, from an earlier page if one had it. Valid until the next word is asked for. */
export function knownTerms(word: string): readonly KnownTerm[] {
  if (word.length > wordCharactersMax) return passingTerms(word);
  const known = remembered.get(word);
  if (known !== undefined) return known;
  if (remembered.size >= wordsRemembered) forgetAll();
  const terms = listTerms(word);
  remembered.set(ownCopy(word), terms);
  return terms;
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

/** A part of a text keeps the whole text in memory when it is long enough not to be copied by itself. */
function ownCopy(word: string): string {
  return word.length < partLengthMin ? word : ` ${word}`.slice(1);
}

const partLengthMin = 13;

/** Of all terms that are known now, each at its place. */
export function knownTermBytes(): Uint8Array {
  return bytes.room();
}

function forgetAll(): void {
  remembered.clear();
  bytes = growingBytes();
  passingFrom = undefined;
}

function keepTerm(term: string, isStopWord: boolean): KnownTerm {
  const start = bytes.length;
  let hash = hashStart;
  for (let at = 0; at < term.length; at++) {
    const code = term.charCodeAt(at);
    if (code >= notPlain) return keepEncoded(term, isStopWord, start);
    bytes.push(code);
    hash = Math.imul(hash ^ code, hashFactor);
  }
  return { hash: hash >>> 0, start, end: bytes.length, isStopWord, table: 0, number: 0 };
}

const notPlain = 0x80;

/** Nearly all terms are plain letters, and making a buffer for each takes longer than writing them down one by one. */
function keepEncoded(term: string, isStopWord: boolean, start: number): KnownTerm {
  bytes.length = start;
  let hash = hashStart;
  for (const byte of Buffer.from(term)) {
    bytes.push(byte);
    hash = Math.imul(hash ^ byte, hashFactor);
  }
  return { hash: hash >>> 0, start, end: bytes.length, isStopWord, table: 0, number: 0 };
}

/** FNV-1a of 32 bits. */
const hashStart = 0x811c9dc5;
const hashFactor = 0x01000193;
