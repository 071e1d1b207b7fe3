import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { IndexParts } from "./index-format.ts";
import type { SearchIndex } from "./open-index.ts";
import type { TextBlock } from "./page-to-index.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";
import type { Passage } from "./split-section.ts";

type BlockParts = Pick<IndexParts, "passageBlock" | "passageOffset" | "blockOffset" | "blockLength" | "blocks">;

/** Large enough to compress well, small enough that showing ten results takes apart ten of them in no time. */
const blockBytes = 16 * 1024;
const blockBytesMax = 4 * 1024 * 1024;
const compressionLevel = 5;

/** The text of the passages, compressed, many together. */
export function encodePassages(passages: readonly Passage[]): BlockParts {
  const passageBlock = new Uint32Array(passages.length);
  const passageOffset = new Uint32Array(passages.length);
  const blocks: Buffer[] = [];
  const lengths: number[] = [];
  let open: Buffer[] = [];
  let length = 0;
  const close = () => {
    blocks.push(deflateRawSync(Buffer.concat(open), { level: compressionLevel }));
    lengths.push(length);
    open = [];
    length = 0;
  };
  for (const [number, { headingPath, anchor, blocks: content }] of passages.entries()) {
    const record = Buffer.from(JSON.stringify([headingPath, anchor ?? null, content]));
    if (length > 0 && length + record.length > blockBytes) close();
    passageBlock[number] = blocks.length;
    passageOffset[number] = length;
    open.push(record);
    length += record.length;
  }
  if (length > 0) close();
  const blockOffset = new Uint32Array(blocks.length + 1);
  for (const [number, block] of blocks.entries()) blockOffset[number + 1] = (blockOffset[number] ?? 0) + block.length;
  return {
    passageBlock,
    passageOffset,
    blockOffset,
    blockLength: Uint32Array.from(lengths),
    blocks: Buffer.concat(blocks),
  };
}

export function decodePassage(parts: BlockParts & Pick<SearchIndex, "openBlock">, number: number): Passage {
  const block = parts.passageBlock[number] ?? -1;
  const start = parts.passageOffset[number] ?? 0;
  const isLast = parts.passageBlock[number + 1] !== block;
  try {
    if (parts.openBlock?.number !== block) parts.openBlock = { number: block, content: inflateBlock(parts, block) };
    const { content } = parts.openBlock;
    const end = isLast ? content.length : parts.passageOffset[number + 1];
    return asPassage(JSON.parse(content.toString("utf8", start, end)));
  } catch {
    throw new SearchIndexDamaged("the text of a passage is not whole");
  }
}

function asPassage([headingPath, anchor, blocks]: [string[], string | null, TextBlock[]]): Passage {
  const isWhole = Array.isArray(headingPath) && blocks.every(({ text }) => typeof text === "string");
  if (!isWhole) throw new SearchIndexDamaged("a passage has another shape");
  return { headingPath, anchor: anchor ?? undefined, blocks };
}

function inflateBlock({ blockOffset, blockLength, blocks }: BlockParts, block: number): Buffer {
  const length = blockLength[block] ?? 0;
  const compressed = blocks.subarray(blockOffset[block], blockOffset[block + 1]);
  return inflateRawSync(compressed, { maxOutputLength: Math.min(Math.max(length, 1), blockBytesMax) });
}
