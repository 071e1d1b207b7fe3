import { decodeIndex, type IndexParts, SearchIndexDamaged } from "./index-format.ts";

/** An index that can be searched. */
export interface SearchIndex extends IndexParts {
  pageCount: number;
  passageCount: number;
  termCount: number;
  /** Memory used by the file and by the scratch arrays. */
  byteLength: number;
  scratch: Scratch;
  /** Read on the first use of a filter. */
  facetSets: FacetSet[] | undefined;
  /** The last block read; passages shown together are usually in the same block. */
  openBlock: { number: number; content: Buffer } | undefined;
}

export type FacetSet = Readonly<Record<string, string>>;

/**
 * Arrays that searches accumulate into, all zero between searches. A search is synchronous, so there is never more than
 * one.
 */
interface Scratch {
  passageScores: Float32Array;
  passageTerms: Uint32Array;
  pageScores: Float32Array;
  pageTerms: Uint32Array;
  /** Pages that contain a term of the query, in the order found, and whether a page is in that list. */
  pages: Uint32Array;
  isMet: Uint8Array;
}

const bytesPerPassage = 8;
const bytesPerPage = 13;

/** Creates views over the bytes, which must not change afterwards. */
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

/** Offsets must start at 0, never decrease and end at the length. */
function checkOffsets(offsets: Uint32Array, count: number, end: number, name: string): void {
  checkLength(offsets, count + 1, name);
  let before = 0;
  for (const offset of offsets) {
    if (offset < before) throw new SearchIndexDamaged(`${name} decreases`);
    before = offset;
  }
  if (offsets[0] !== 0 || before !== end) throw new SearchIndexDamaged(`${name} doesn't match the data it points into`);
}
