import { crc32 } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { ByteSource } from "./byte-source.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";

const pageBytes = 16 * 1024;
/**
 * The size of the cache that all open indexes share. It keeps common words and popular passages in memory, however
 * large the sites are.
 */
const cachedBytesMax = 32 * 1024 * 1024;

const cached = new LRUCache<string, Buffer>({ maxSize: cachedBytesMax, sizeCalculation: ({ length }) => length });

/** Shared by all searches, because they are synchronous. */
let room = Buffer.allocUnsafeSlow(pageBytes * 4);

/** The checksum of each block. Blocks are always read as a whole. */
export function pageChecksums(bytes: Buffer): Uint32Array {
  return Uint32Array.from({ length: Math.ceil(bytes.length / pageBytes) }, (_, page) =>
    crc32(bytes.subarray(page * pageBytes, (page + 1) * pageBytes)),
  );
}

/** The part of a file from `start` to its end. Blocks are read on demand and verified when they are read. */
export class PagedBytes {
  readonly #source: ByteSource;
  readonly #start: number;
  readonly #checksums: Uint32Array;
  /** Blocks that are always in memory are verified only once. */
  readonly #isVerified: Uint8Array | undefined;

  constructor(source: ByteSource, start: number, checksums: Uint32Array) {
    this.#source = source;
    this.#start = start;
    this.#checksums = checksums;
    this.#isVerified = source.bytesHeld > 0 ? new Uint8Array(checksums.length) : undefined;
  }

  /** Identifies the file. */
  get name(): string {
    return this.#source.name;
  }

  get length(): number {
    return this.#source.byteLength - this.#start;
  }

  word(at: number): number {
    return this.read(at, at + 4).readUInt32LE(0);
  }

  /** The caller must not change the returned bytes. */
  read(start: number, end: number): Buffer {
    if (!(start >= 0 && start <= end && end <= this.length)) throw new SearchIndexDamaged("an offset is out of range");
    const first = Math.floor(start / pageBytes);
    const last = Math.floor(Math.max(end - 1, start) / pageBytes);
    if (start === end) return Buffer.alloc(0);
    if (this.#isVerified !== undefined) {
      for (let page = first; page <= last; page++) this.#verifyHeld(page, this.#isVerified);
      return this.#source.read(this.#start + start, this.#start + end);
    }
    if (first === last) return this.#page(first).subarray(start - first * pageBytes, end - first * pageBytes);
    const pages = Array.from({ length: last - first + 1 }, (_, place) => this.#page(first + place));
    return Buffer.concat(pages).subarray(start - first * pageBytes, end - first * pageBytes);
  }

  /** Like `read`, but the bytes are only valid until the next call, so that long postings don't create garbage. */
  readOnce(start: number, end: number): Buffer {
    const first = Math.floor(start / pageBytes);
    if (this.#isVerified !== undefined || end <= (first + 1) * pageBytes || end > this.length)
      return this.read(start, end);
    if (room.length < end - start) room = Buffer.allocUnsafeSlow((end - start) * 2);
    for (let at = start, page = first; at < end; page++) {
      const next = Math.min((page + 1) * pageBytes, end);
      this.#page(page).copy(room, at - start, at - page * pageBytes, next - page * pageBytes);
      at = next;
    }
    return room.subarray(0, end - start);
  }

  #page(page: number): Buffer {
    const name = `${this.#source.name}/${page}`;
    const known = cached.get(name);
    if (known !== undefined) return known;
    const bytes = this.#load(page);
    cached.set(name, bytes);
    return bytes;
  }

  #verifyHeld(page: number, isVerified: Uint8Array): void {
    if (isVerified[page] === 1) return;
    this.#load(page);
    isVerified[page] = 1;
  }

  #load(page: number): Buffer {
    const end = Math.min((page + 1) * pageBytes, this.length);
    const bytes = this.#source.read(this.#start + page * pageBytes, this.#start + end);
    if (crc32(bytes) !== this.#checksums[page]) throw new SearchIndexDamaged("a checksum is wrong");
    return bytes;
  }
}
