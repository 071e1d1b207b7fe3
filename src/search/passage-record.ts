import type { TextBlock } from "./page-to-index.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";
import type { Passage } from "./split-section.ts";

/** The JSON of a passage in the index. The head of a table is stored once, and its rows refer to it by position. */
interface PassageRecord extends Omit<Passage, "blocks"> {
  blocks: (Omit<TextBlock, "head"> & { head?: number })[];
  heads: TextBlock[];
}

export function encodePassage({ blocks, ...section }: Passage): PassageRecord {
  const heads = [...new Set(blocks.flatMap(({ head }) => head ?? []))];
  const records = blocks.map(({ head, ...block }) =>
    head === undefined ? block : { ...block, head: heads.indexOf(head) },
  );
  return { ...section, blocks: records, heads };
}

export function decodePassageRecord({ headingPath, anchor, blocks, heads }: PassageRecord): Passage {
  const isWhole = Array.isArray(headingPath) && blocks.every(({ text }) => typeof text === "string");
  if (!isWhole) throw new SearchIndexDamaged("a passage has an invalid structure");
  return {
    headingPath,
    anchor,
    blocks: blocks.map(({ head: place, ...block }) => {
      const head = place === undefined ? undefined : heads[place];
      return head === undefined ? block : { ...block, head };
    }),
  };
}
