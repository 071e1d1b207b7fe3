// biome-ignore-all lint/performance/noBarrelFile: one of the three doors of this folder, so that its files can change

// Building an index: the pages to index, and the resulting files. The layout of these files is private.

export { analyzeSections } from "./analyze-sections.ts";
export { type BuiltIndex, type BuiltSegment, buildIndex, openBuiltIndex, type SegmentStore } from "./build-index.ts";
export { passagesOf } from "./page-analysis.ts";
export type { AnalyzedPage, Mark, SectionToIndex, TextBlock } from "./page-to-index.ts";
export { moveMarks, sliceBlock } from "./slice-block.ts";
