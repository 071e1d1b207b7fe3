import { deflateRawSync } from "node:zlib";
import { growingWords } from "./growing-numbers.ts";
import { type BlockParts, offsetsOf } from "./index-parts.ts";
import { encodePassage } from "./passage-record.ts";
import type { Passage } from "./split-section.ts";
import { encodeTexts, type ScaledVectors } from "./text-vectors.ts";

/** Large enough to compress well, and small enough that the ten blocks of a typical search are decompressed quickly. */
const blockBytes = 8 * 1024;
const compressionLevel = 5;

/** Compresses the text of the passages in blocks. Only the current block is held uncompressed. */
export class PassageWriter {
  readonly #passageBlock = growingWords();
  readonly #passageOffset = growingWords();
  readonly #blocks: Buffer[] = [];
  readonly #lengths: number[] = [];
  readonly #texts: string[] = [];
  #open: Buffer[] = [];
  #length = 0;

  get passageCount(): number {
    return this.#passageBlock.length;
  }

  add(passage: Passage): void {
    const record = Buffer.from(JSON.stringify(encodePassage(passage)));
    if (this.#length > 0 && this.#length + record.length > blockBytes) this.#close();
    this.#passageBlock.push(this.#blocks.length);
    this.#passageOffset.push(this.#length);
    this.#open.push(record);
    this.#texts.push([...passage.headingPath, ...passage.blocks.map(({ text }) => text)].join("\n"));
    this.#length += record.length;
  }

  finish(): BlockParts & ScaledVectors {
    if (this.#length > 0) this.#close();
    return {
      passageBlock: this.#passageBlock.view(),
      passageOffset: this.#passageOffset.view(),
      blockOffset: offsetsOf(this.#blocks),
      blockLength: Uint32Array.from(this.#lengths),
      blocks: Buffer.concat(this.#blocks),
      ...encodeTexts(this.#texts),
    };
  }

  #close(): void {
    this.#blocks.push(deflateRawSync(Buffer.concat(this.#open), { level: compressionLevel }));
    this.#lengths.push(this.#length);
    this.#open = [];
    this.#length = 0;
  }
}
