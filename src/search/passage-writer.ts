import { deflateRawSync, inflateRawSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { growingWords } from "./growing-numbers.ts";
import { offsetsOf, type PassageParts } from "./index-parts.ts";
import { type OpenSegment, type SearchIndex, segmentOf } from "./open-index.ts";
import type { TextBlock } from "./page-to-index.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";
import type { Passage } from "./split-section.ts";

type BlockParts = Omit<PassageParts, "pageFirstPassage">;

/** Large enough to compress well, small enough to decompress ten of them quickly. */
const blockBytes = 8 * 1024;
/** The minimum zlib accepts. */
const chunkBytesMin = 64;
const blockBytesMax = 4 * 1024 * 1024;
const compressionLevel = 3;

/** Compresses the text of the passages in blocks. Only the open block is held uncompressed. */
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

export function decodePassage(index: SearchIndex, number: number): Passage {
  const segment = segmentOf(index, number, "firstPassage");
  const { body, places, passageCount } = segment;
  const place = number - segment.firstPassage;
  const block = body.word(places.passageBlock.start + place * 4);
  const start = body.word(places.passageOffset.start + place * 4);
  const isLast = place + 1 === passageCount || body.word(places.passageBlock.start + place * 4 + 4) !== block;
  const end = isLast ? undefined : body.word(places.passageOffset.start + place * 4 + 4);
  try {
    if (index.openBlock?.segment !== segment || index.openBlock.number !== block) {
      index.openBlock = { segment, number: block, content: inflateBlock(segment, block) };
    }
    return asPassage(JSON.parse(index.openBlock.content.toString("utf8", start, end)));
  } catch (cause) {
    throw new SearchIndexDamaged("the text of a passage is damaged", { cause });
  }
}

function asPassage([headingPath, anchor, blocks]: [string[], string | null, TextBlock[]]): Passage {
  const isWhole = Array.isArray(headingPath) && blocks.every(({ text }) => typeof text === "string");
  if (!isWhole) throw new SearchIndexDamaged("a passage has the wrong shape");
  return { headingPath, anchor: anchor ?? undefined, blocks };
}

function inflateBlock({ body, places }: OpenSegment, block: number): Buffer {
  const inflated = body.word(places.blockLength.start + block * 4);
  const length = Math.min(Math.max(inflated, chunkBytesMin), blockBytesMax);
  const start = body.word(places.blockOffset.start + block * 4);
  const end = body.word(places.blockOffset.start + block * 4 + 4);
  const compressed = body.readOnce(places.blocks.start + start, places.blocks.start + end);
  return inflateRawSync(compressed, { maxOutputLength: length, chunkSize: length });
}

const passagesRemembered = 500;
const remembered = new WeakMap<SearchIndex, LRUCache<number, Passage>>();

/** Reads a passage of an index. A few passages answer most questions, so recent ones are cached. */
export function readPassage(index: SearchIndex, number: number): Passage {
  const known = remembered.get(index) ?? new LRUCache<number, Passage>({ max: passagesRemembered });
  remembered.set(index, known);
  const passage = known.get(number) ?? decodePassage(index, number);
  known.set(number, passage);
  return passage;
}
