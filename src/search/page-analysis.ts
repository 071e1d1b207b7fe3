import { deserialize, serialize } from "node:v8";
import { inflateRawSync } from "node:zlib";
import type { CountedDocuments } from "./field-counts.ts";
import type { BlockParts } from "./index-parts.ts";
import { decodePassageRecord } from "./passage-record.ts";
import type { Passage } from "./split-section.ts";
import type { TermList } from "./term-table.ts";
import type { ScaledVectors } from "./text-vectors.ts";

/**
 * The data about a page's sections that the index needs. It is computed once per text and cached as bytes, so that an
 * index can be rebuilt without reading the text of unchanged pages again.
 */
export interface PageAnalysis {
  /** The distinct terms of the page. Other parts refer to them by position. */
  terms: TermList;
  /**
   * For each of these terms, one byte per page field that is filled from sections. `pageLengths` has the length of each
   * field.
   */
  pageCounts: Uint8Array;
  pageLengths: Uint32Array;
  passages: CountedDocuments;
  /** The text of the passages. Their vectors don't include the title yet. */
  texts: BlockParts & ScaledVectors;
}

export function encodeAnalysis(analysis: PageAnalysis): Buffer {
  return serialize(analysis);
}

/** Returns views of the bytes where they are aligned, and copies where they aren't. */
export function decodeAnalysis(bytes: Buffer): PageAnalysis {
  return deserialize(bytes) as PageAnalysis;
}

/** The passages of an analyzed page, in reading order. */
export function passagesOf({ analysis }: { analysis: Buffer }): Passage[] {
  const { passageBlock, passageOffset, blockOffset, blocks } = decodeAnalysis(analysis).texts;
  const texts = Array.from(blockOffset.subarray(1), (end, block) =>
    inflateRawSync(blocks.subarray(blockOffset[block], end)),
  );
  return Array.from(passageBlock, (block, place) => {
    const end = passageBlock[place + 1] === block ? passageOffset[place + 1] : undefined;
    return decodePassageRecord(JSON.parse(texts[block]?.toString("utf8", passageOffset[place], end) ?? ""));
  });
}
