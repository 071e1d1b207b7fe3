// biome-ignore-all lint/performance/noBarrelFile: one of the three doors of this folder, so that its files can change

// Reading an index: opens it, searches it, and looks up its pages, passages and words.

export { type ByteSource, bufferSource } from "./byte-source.ts";
export { fileSource } from "./file-source.ts";
export { findPages, type Searcher } from "./find-pages.ts";
export { decodeIndexList } from "./index-list.ts";
export { queryLanguages } from "./inflected-terms.ts";
export { openIndex, type SearchIndex } from "./open-index.ts";
export { pageFilter, type SearchFilter } from "./page-filter.ts";
export { cleanPath, pageLift } from "./page-lift.ts";
export { decodeVectors, encodeVectors, type PassageVectors, packVectors, similarities } from "./passage-vectors.ts";
export type { RankedPage } from "./rank-pages.ts";
export { findPage, type IndexedPage, isFor, pagesBelow, readFacets, readPage } from "./read-page.ts";
export { decodePassage, readPassages } from "./read-passage.ts";
export { readQuery, unknownRarity } from "./read-query.ts";
export { rememberPerIndex } from "./remember.ts";
export { type FoundPage, rankRequest, search, termsOfRequest } from "./search.ts";
export { SearchIndexDamaged } from "./search-index-damaged.ts";
export { correctTypos, countBits, typoDistance } from "./similar-terms.ts";
export { findTerm } from "./term-dictionary.ts";
export { similarityTo } from "./text-vectors.ts";
export { englishWords } from "./word-vectors.ts";
