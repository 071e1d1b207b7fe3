import { deflateRawSync, inflateRawSync } from "node:zlib";
import { growingWords } from "./growing-numbers.ts";
import { type IndexParts, offsetsOf } from "./index-format.ts";
import type { SearchIndex } from "./open-index.ts";
import type { TextBlock } from "./page-to-index.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";
import type { Passage } from "./split-section.ts";

type BlockParts = Pick<IndexParts, "passageBlock" | "passageOffset" | "blockOffset" | "blockLength" | "blocks">;

/** Large enough to compress well, small enough that showing ten results takes apart ten of them in no time. */
const blockBytes = 8 * 1024;
/** What zlib asks for at least. */
const chunkBytesMin = 64;
const blockBytesMax = 4 * 1024 * 1024;
const compressionLevel = 3;

/** The text of the passages, compressed, many together. Only the block that is being filled is in memory as it is. */
export class PassageWriter {
  readonly #passageBlock = growingWords();
  readonly #passageOffset = growingWords();
  readonly #blocks: Buffer[] = [];
  readonly #lengths: number[] = [];
  #open: Buffer[] = [];
  #length = 0;

  get passageCount(): number {
    return this.#passageBlock.length;
  }

  add({ headingPath, anchor, blocks }: Passage): void {
    const record = Buffer.from(JSON.stringify([headingPath, anchor ?? null, blocks]));
    if (this.#length > 0 && this.#length + record.length > blockBytes) this.#close();
    this.#passageBlock.push(this.#blocks.length);
    this.#passageOffset.push(this.#length);
    this.#open.push(record);
    this.#length += record.length;
  }

  finish(): BlockParts {
    if (this.#length > 0) this.#close();
    return {
      passageBlock: this.#passageBlock.view(),
      passageOffset: this.#passageOffset.view(),
      blockOffset: offsetsOf(this.#blocks),
      blockLength: Uint32Array.from(this.#lengths),
      blocks: Buffer.concat(this.#blocks),
    };
  }

  #close(): void {
    this.#blocks.push(deflateRawSync(Buffer.concat(this.#open), { level: compressionLevel }));
    this.#lengths.push(this.#length);
    this.#open = [];
    this.#length = 0;
  }
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
  const length = Math.min(Math.max(blockLength[block] ?? 0, chunkBytesMin), blockBytesMax);
  const compressed = blocks.subarray(blockOffset[block], blockOffset[block + 1]);
  return inflateRawSync(compressed, { maxOutputLength: length, chunkSize: length });
}
