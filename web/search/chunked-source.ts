import type { ByteSource } from "../../src/search/byte-source.ts";
import { SearchIndexDamaged } from "../../src/search/search-index-damaged.ts";
import { chunkBytes, chunksOf, commonChunks } from "../../src/search/segment-chunks.ts";
import { openSegmentFile, type SegmentFile } from "../../src/search/segment-file.ts";

/** A segment of which the common part is in memory, and other chunks once they have been fetched. */
export class ChunkedSource implements ByteSource {
  readonly name: string;
  readonly byteLength: number;
  readonly bytesHeld: number;
  readonly #head: Buffer;
  readonly #chunks = new Map<number, Buffer>();

  constructor(name: string, byteLength: number, common: Buffer) {
    const headBytes = common.length < headLengthAt + 4 ? 0 : common.readUInt32LE(headLengthAt);
    this.name = name;
    this.byteLength = byteLength;
    this.bytesHeld = common.length;
    this.#head = common.subarray(0, headBytes);
  }

  has(chunk: number): boolean {
    return this.#chunks.has(chunk);
  }

  add(chunk: number, bytes: Buffer): void {
    const wanted = Math.min(chunkBytes, this.byteLength - this.#head.length - chunk * chunkBytes);
    if (bytes.length !== wanted) throw new SearchIndexDamaged("a chunk has the wrong length");
    this.#chunks.set(chunk, bytes);
  }

  read(start: number, end: number): Buffer {
    if (end <= this.#head.length) return this.#head.subarray(start, end);
    const [from, to] = [start - this.#head.length, end - this.#head.length];
    const wanted = chunksOf(from, to);
    const found = wanted.flatMap((chunk) => this.#chunks.get(chunk) ?? []);
    const [only] = found;
    if (found.length < wanted.length) {
      throw new Error("A part of the search index hasn't been fetched.");
    }
    const first = (wanted[0] ?? 0) * chunkBytes;
    return (found.length === 1 && only !== undefined ? only : Buffer.concat(found)).subarray(from - first, to - first);
  }
}

/** Where the head of a segment file says how long it is. */
const headLengthAt = 16;

/** Opens a segment from its common part. */
export function openChunked(source: ChunkedSource, common: Buffer): SegmentFile {
  const segment = openSegmentFile(source);
  let at = source.byteLength - segment.body.length;
  for (const chunk of commonChunks(segment)) {
    const length = Math.min(chunkBytes, segment.body.length - chunk * chunkBytes);
    source.add(chunk, common.subarray(at, at + length));
    at += length;
  }
  return segment;
}
