import { decodeIndex, type IndexParts } from "./index-format.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";

/** An index that can be searched. */
export interface SearchIndex extends IndexParts {
  pageCount: number;
  passageCount: number;
  termCount: number;
  /** How much memory it takes: its file and what a search writes down beside it. */
  byteLength: number;
  scratch: Scratch;
  /** The sets of facets, read when the first filter comes. */
  facetSets: FacetSet[] | undefined;
  /** The block of text that was read last: passages that are shown together mostly stand together. */
  openBlock: { number: number; content: Buffer } | undefined;
}

export type FacetSet = Readonly<Record<string, string>>;

/** What a search adds up, kept between searches: all zero when none runs. A search never waits, so there is never a second one. */
interface Scratch {
  passageScores: Float32Array;
  passageTerms: Uint32Array;
  pageScores: Float32Array;
  pageTerms: Uint32Array;
  /** Pages that have a term of the query, in the order they were met, and which those are. */
  pages: Uint32Array;
  isMet: Uint8Array;
}

const bytesPerPassage = 8;
const bytesPerPage = 13;

/** Lays views over the bytes. They must not change afterwards. */
export function openIndex(bytes: Buffer): SearchIndex {
  const parts = decodeIndex(bytes);
  const pageCount = parts.pageFlags.length;
  const passageCount = parts.passageBlock.length;
  const termCount = parts.termPassages.length;
  const blockCount = parts.blockLength.length;
  checkOffsets(parts.pageFirstPassage, pageCount, passageCount, "pageFirstPassage");
  checkOffsets(parts.pageRecordOffset, pageCount, parts.pageRecords.length, "pageRecordOffset");
  checkOffsets(parts.termOffset, termCount, parts.terms.length, "termOffset");
  checkOffsets(parts.passagePostingOffset, termCount, parts.passagePostings.length, "passagePostingOffset");
  checkOffsets(parts.pagePostingOffset, termCount, parts.pagePostings.length, "pagePostingOffset");
  checkOffsets(parts.blockOffset, blockCount, parts.blocks.length, "blockOffset");
  checkLength(parts.pageBoost, pageCount, "pageBoost");
  checkLength(parts.pageFacets, pageCount, "pageFacets");
  checkLength(parts.passageOffset, passageCount, "passageOffset");
  checkLength(parts.termPages, termCount, "termPages");
  return {
    ...parts,
    pageCount,
    passageCount,
    termCount,
    byteLength: bytes.length + passageCount * bytesPerPassage + pageCount * bytesPerPage,
    facetSets: undefined,
    openBlock: undefined,
    scratch: {
      passageScores: new Float32Array(passageCount),
      passageTerms: new Uint32Array(passageCount),
      pageScores: new Float32Array(pageCount),
      pageTerms: new Uint32Array(pageCount),
      pages: new Uint32Array(pageCount),
      isMet: new Uint8Array(pageCount),
    },
  };
}

function checkLength(part: { length: number }, length: number, name: string): void {
  if (part.length !== length) throw new SearchIndexDamaged(`${name} has ${part.length} entries instead of ${length}`);
}

/** From 0 to the end, and never back. */
function checkOffsets(offsets: Uint32Array, count: number, end: number, name: string): void {
  checkLength(offsets, count + 1, name);
  let before = 0;
  for (const offset of offsets) {
    if (offset < before) throw new SearchIndexDamaged(`${name} goes back`);
    before = offset;
  }
  if (offsets[0] !== 0 || before !== end) throw new SearchIndexDamaged(`${name} does not fit what it points into`);
}
