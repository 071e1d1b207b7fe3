import { crc32 } from "node:zlib";
import { SearchIndexDamaged } from "./search-index-damaged.ts";

/**
 * An index is one file: a head, then parts that are typed arrays or bytes, each beginning at a multiple of four. It is
 * opened by laying views over the bytes; nothing is parsed but what a query asks for. Numbers are little-endian, as every
 * machine that runs Node has them.
 */
const parts = {
  /** For each page its first passage, and one number more at the end. */
  pageFirstPassage: "words",
  pageBoost: "floats",
  /** Bits: found by search, found by the assistant, in the default version and language. */
  pageFlags: "bytes",
  /** For each page which of the facets are its own. */
  pageFacets: "words",
  /** Path, title, description and breadcrumb of each page, as JSON. */
  pageRecordOffset: "words",
  pageRecords: "bytes",
  /** The different sets of facets that pages have, as a JSON list. */
  facets: "bytes",
  /** Headings, anchor and blocks of each passage as JSON, many in one compressed block. */
  passageBlock: "words",
  passageOffset: "words",
  blockOffset: "words",
  /** How long each block is when it is not compressed. */
  blockLength: "words",
  blocks: "bytes",
  /** The terms in the order of their bytes. */
  termOffset: "words",
  terms: "bytes",
  /** How many passages and how many pages have the term. */
  termPassages: "words",
  termPages: "words",
  passagePostingOffset: "words",
  passagePostings: "bytes",
  pagePostingOffset: "words",
  pagePostings: "bytes",
} as const;

type Views = { words: Uint32Array; floats: Float32Array; bytes: Buffer };
type PartName = keyof typeof parts;
export type IndexParts = { [Name in PartName]: Views[(typeof parts)[Name]] };

/** Raise it with every change of the layout, the tokens or the scores. */
const formatVersion = 1;
const indexBytesMax = 1024 * 1024 * 1024;

const magic = Buffer.from("LECTSRCH");
const names = Object.keys(parts) as PartName[];
const headWords = 3;
const headBytes = magic.length + (headWords + names.length * 2) * 4;

export function encodeIndex(index: IndexParts): Buffer {
  const chunks = names.map((name) => Buffer.from(index[name].buffer, index[name].byteOffset, index[name].byteLength));
  const byteLength = chunks.reduce((sum, chunk) => sum + aligned(chunk.length), headBytes);
  if (byteLength > indexBytesMax) {
    throw new RangeError(`The search index would have ${byteLength} bytes, and ${indexBytesMax} are allowed.`);
  }
  const file = Buffer.alloc(byteLength);
  magic.copy(file);
  file.writeUInt32LE(formatVersion, magic.length);
  file.writeUInt32LE(byteLength, magic.length + 4);
  let offset = headBytes;
  for (const [position, chunk] of chunks.entries()) {
    file.writeUInt32LE(offset, directoryEntry(position));
    file.writeUInt32LE(chunk.length, directoryEntry(position) + 4);
    chunk.copy(file, offset);
    offset += aligned(chunk.length);
  }
  file.writeUInt32LE(checksum(file), magic.length + 8);
  return file;
}

/** Views over the bytes, or an error that says what is wrong with them. */
export function decodeIndex(bytes: Buffer): IndexParts {
  const file = bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(Uint8Array.from(bytes).buffer);
  if (file.length < headBytes || !file.subarray(0, magic.length).equals(magic)) {
    throw new SearchIndexDamaged("it is no search index");
  }
  const version = file.readUInt32LE(magic.length);
  if (version !== formatVersion) {
    throw new SearchIndexDamaged(`it has version ${version}, and this server reads version ${formatVersion}`);
  }
  if (file.readUInt32LE(magic.length + 4) !== file.length) {
    throw new SearchIndexDamaged("it is not whole");
  }
  if (file.readUInt32LE(magic.length + 8) !== checksum(file)) {
    throw new SearchIndexDamaged("its checksum is wrong");
  }
  const views = names.map((name, position) => [name, partView(file, name, position)] as const);
  return Object.fromEntries(views) as IndexParts;
}

/** Where each chunk begins once they stand one behind the other, and where the last one ends. */
export function offsetsOf(chunks: readonly Uint8Array[]): Uint32Array {
  const offsets = new Uint32Array(chunks.length + 1);
  for (const [index, chunk] of chunks.entries()) offsets[index + 1] = (offsets[index] ?? 0) + chunk.length;
  return offsets;
}

function partView(file: Buffer, name: PartName, position: number): Views[keyof Views] {
  const offset = file.readUInt32LE(directoryEntry(position));
  const length = file.readUInt32LE(directoryEntry(position) + 4);
  const kind = parts[name];
  if (offset % 4 !== 0 || offset + length > file.length || (kind !== "bytes" && length % 4 !== 0)) {
    throw new SearchIndexDamaged(`${name} lies outside of it`);
  }
  const start = file.byteOffset + offset;
  if (kind === "words") return new Uint32Array(file.buffer, start, length / 4);
  if (kind === "floats") return new Float32Array(file.buffer, start, length / 4);
  return file.subarray(offset, offset + length);
}

function directoryEntry(position: number): number {
  return magic.length + (headWords + position * 2) * 4;
}

/** Of everything but itself. */
function checksum(file: Buffer): number {
  const end = magic.length + 12;
  return crc32(file.subarray(end), crc32(file.subarray(0, end - 4)));
}

function aligned(length: number): number {
  return Math.ceil(length / 4) * 4;
}
