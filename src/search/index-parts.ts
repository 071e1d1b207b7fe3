/** Everything an index knows about some pages, as arrays: what building and merging work on. */
export interface IndexParts extends PageParts, PassageParts, TermParts {}

export interface PageParts {
  pageBoost: Float32Array;
  /** Bits: visible to search, visible to the assistant, in the default version and language. */
  pageFlags: Buffer;
  /** For each page, the index of its facet set. */
  pageFacets: Uint32Array;
  /** Path, title, description and breadcrumb of each page, as JSON. */
  pageRecordOffset: Uint32Array;
  pageRecords: Buffer;
  /** The distinct facet sets of the pages, as a JSON list. */
  facets: Buffer;
}

/** The text of the passages, and which page each belongs to. */
export interface PassageParts {
  /** For each page its first passage, plus the total. */
  pageFirstPassage: Uint32Array;
  /** Headings, anchor and blocks of each passage as JSON, grouped into compressed blocks. */
  passageBlock: Uint32Array;
  passageOffset: Uint32Array;
  blockOffset: Uint32Array;
  /** The uncompressed length of each block. */
  blockLength: Uint32Array;
  blocks: Buffer;
}

export interface TermParts {
  /** Terms sorted by their bytes. */
  termOffset: Uint32Array;
  terms: Buffer;
  /** How many passages and how many pages contain the term. */
  termPassages: Uint32Array;
  termPages: Uint32Array;
  passagePostingOffset: Uint32Array;
  passagePostings: Buffer;
  pagePostingOffset: Uint32Array;
  pagePostings: Buffer;
}

/** The searchable text of some pages, with scores. Pages and passages are numbered within the segment. */
export type Segment = PassageParts & TermParts;

/** Where each chunk starts after concatenation, plus the total length. */
export function offsetsOf(chunks: readonly Uint8Array[]): Uint32Array {
  const offsets = new Uint32Array(chunks.length + 1);
  for (const [index, chunk] of chunks.entries()) offsets[index + 1] = (offsets[index] ?? 0) + chunk.length;
  return offsets;
}
