import { growingBytes, growingWords } from "./growing-numbers.ts";
import type { TermParts } from "./index-parts.ts";
import type { PagedBytes } from "./paged-bytes.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";

/** The data for finding the block of a term. Each block's first term is stored in full. */
interface TermBlockHeads {
  termBlockOffset: Uint32Array;
  firstTermOffset: Uint32Array;
  firstTerms: Buffer;
  /** The start of the postings of each block's first term. */
  firstPassagePosting: Uint32Array;
  firstPagePosting: Uint32Array;
}

/**
 * Small enough that decoding a block takes microseconds, and large enough that the heads of the blocks take little
 * space.
 */
const termsPerBlock = 32;
const termBytesMax = 4_096;

/**
 * Encodes sorted terms in blocks. A term consists of the length it shares with the previous term, the rest of its
 * bytes, the number of passages and pages that contain it, and the length of its postings.
 */
export function encodeTermBlocks(parts: TermParts): TermBlockHeads & { termBlocks: Buffer } {
  const blocks = growingBytes();
  const firstTerms = growingBytes();
  const [termBlockOffset, firstTermOffset] = [growingWords(), growingWords()];
  const [firstPassagePosting, firstPagePosting] = [growingWords(), growingWords()];
  const { terms, termOffset, passagePostingOffset, pagePostingOffset, termPassages, termPages } = parts;
  const number = (value: number) => {
    let rest = value;
    for (; rest > 127; rest >>>= 7) blocks.push((rest & 127) | 128);
    blocks.push(rest);
  };
  for (let term = 0; term < termPassages.length; term++) {
    const start = termOffset[term] ?? 0;
    const end = termOffset[term + 1] ?? 0;
    const isFirst = term % termsPerBlock === 0;
    if (isFirst) {
      termBlockOffset.push(blocks.length);
      firstTermOffset.push(firstTerms.length);
      firstTerms.appendPart(terms, start, end);
      firstPassagePosting.push(passagePostingOffset[term] ?? 0);
      firstPagePosting.push(pagePostingOffset[term] ?? 0);
    }
    const shared = isFirst ? 0 : sharedLength(terms, termOffset[term - 1] ?? 0, start, end);
    number(shared);
    number(end - start - shared);
    blocks.appendPart(terms, start + shared, end);
    number(termPassages[term] ?? 0);
    number(termPages[term] ?? 0);
    number((passagePostingOffset[term + 1] ?? 0) - (passagePostingOffset[term] ?? 0));
    number((pagePostingOffset[term + 1] ?? 0) - (pagePostingOffset[term] ?? 0));
  }
  termBlockOffset.push(blocks.length);
  firstTermOffset.push(firstTerms.length);
  return {
    termBlockOffset: termBlockOffset.view(),
    firstTermOffset: firstTermOffset.view(),
    firstTerms: Buffer.from(firstTerms.view()),
    firstPassagePosting: firstPassagePosting.view(),
    firstPagePosting: firstPagePosting.view(),
    termBlocks: Buffer.from(blocks.view()),
  };
}

function sharedLength(terms: Buffer, before: number, start: number, end: number): number {
  let length = 0;
  while (before + length < start && start + length < end && terms[before + length] === terms[start + length]) length++;
  return length;
}

/** Reads the terms of a segment in order, starting at a block. */
export class TermCursor {
  readonly term = Buffer.alloc(termBytesMax);
  length = 0;
  passages = 0;
  pages = 0;
  passageStart = 0;
  passageEnd = 0;
  pageStart = 0;
  pageEnd = 0;
  readonly #heads: TermBlockHeads;
  readonly #body: PagedBytes;
  readonly #blocksAt: number;
  #block = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  /** `blocksAt` is the start of the blocks in the body. */
  constructor(heads: TermBlockHeads, body: PagedBytes, blocksAt: number) {
    this.#heads = heads;
    this.#body = body;
    this.#blocksAt = blocksAt;
  }

  /** Moves to the first term that is equal to these bytes or sorts after them. Returns false if there is none. */
  seek(bytes: Buffer): boolean {
    this.#open(this.#blockOf(bytes));
    while (this.next()) if (this.term.compare(bytes, 0, bytes.length, 0, this.length) >= 0) return true;
    return false;
  }

  start(): void {
    this.#open(0);
  }

  next(): boolean {
    while (this.#at >= this.#bytes.length) {
      if (this.#block + 2 >= this.#heads.termBlockOffset.length) return false;
      this.#open(this.#block + 1);
    }
    const shared = this.#number();
    const rest = this.#number();
    if (shared > this.length || shared + rest > termBytesMax || this.#at + rest > this.#bytes.length) {
      throw new SearchIndexDamaged("a term is damaged");
    }
    // Bytes are copied in a loop, because most terms add only a few bytes to the previous one.
    for (let at = 0; at < rest; at++) this.term[shared + at] = this.#bytes[this.#at + at] ?? 0;
    this.#at += rest;
    this.length = shared + rest;
    this.passages = this.#number();
    this.pages = this.#number();
    this.passageStart = this.passageEnd;
    this.passageEnd += this.#number();
    this.pageStart = this.pageEnd;
    this.pageEnd += this.#number();
    return true;
  }

  #open(block: number): void {
    const { termBlockOffset, firstPassagePosting, firstPagePosting } = this.#heads;
    const start = termBlockOffset[block] ?? 0;
    const end = termBlockOffset[block + 1] ?? start;
    this.#block = block;
    this.#bytes = this.#body.read(this.#blocksAt + start, this.#blocksAt + end);
    this.#at = 0;
    this.length = 0;
    this.passageEnd = firstPassagePosting[block] ?? 0;
    this.pageEnd = firstPagePosting[block] ?? 0;
  }

  /** The last block whose first term is equal to these bytes or sorts before them. */
  #blockOf(bytes: Buffer): number {
    const { firstTerms, firstTermOffset } = this.#heads;
    let low = 0;
    let high = firstTermOffset.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = bytes.compare(firstTerms, firstTermOffset[middle] ?? 0, firstTermOffset[middle + 1] ?? 0);
      if (order >= 0) low = middle + 1;
      else high = middle;
    }
    return Math.max(low - 1, 0);
  }

  #number(): number {
    let byte = this.#bytes[this.#at++] ?? 0;
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let shift = 7; byte > 127 && shift < 32; shift += 7) {
      byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & 127) * 2 ** shift;
    }
    return value;
  }
}
