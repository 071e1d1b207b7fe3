/** All data of an index about some pages, as arrays. Building and merging work on these. */
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

/** The text of the passages, and the page of each passage. */
export interface PassageParts extends BlockParts {
  /** The first passage of each page, and the total number of passages. */
  pageFirstPassage: Uint32Array;
}

/** The text of the passages. */
export interface BlockParts {
  /** Headings, anchor and blocks of each passage as JSON, grouped into compressed blocks. */
  passageBlock: Uint32Array;
  passageOffset: Uint32Array;
  blockOffset: Uint32Array;
  /** The uncompressed length of each block. */
  blockLength: Uint32Array;
  blocks: Buffer;
  /** The vector of each passage. */
  vectors: Uint8Array;
}

export interface TermParts {
  /** Terms sorted by their bytes. */
  termOffset: Uint32Array;
  terms: Buffer;
  /** The number of passages and of pages that contain the term. */
  termPassages: Uint32Array;
  termPages: Uint32Array;
  passagePostingOffset: Uint32Array;
  passagePostings: Buffer;
  pagePostingOffset: Uint32Array;
  pagePostings: Buffer;
}

/** The searchable text of some pages, with scores. Pages and passages are numbered within the segment. */
export type Segment = PassageParts & TermParts;

/** The start of each chunk after concatenation, and the total length. */
export function offsetsOf(chunks: readonly Uint8Array[]): Uint32Array {
  const offsets = new Uint32Array(chunks.length + 1);
  for (const [index, chunk] of chunks.entries()) offsets[index + 1] = (offsets[index] ?? 0) + chunk.length;
  return offsets;
}
