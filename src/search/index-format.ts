import { crc32 } from "node:zlib";

/**
 * An index is one file: a header, then parts that are typed arrays or bytes, each aligned to four bytes. Opening it
 * only creates views; nothing is parsed until a query needs it. Numbers are little-endian, like on every platform Node
 * runs on.
 */
const parts = {
  /** For each page its first passage, plus the total. */
  pageFirstPassage: "words",
  pageBoost: "floats",
  /** Bits: visible to search, visible to the assistant, in the default version and language. */
  pageFlags: "bytes",
  /** For each page, the index of its facet set. */
  pageFacets: "words",
  /** Path, title, description and breadcrumb of each page, as JSON. */
  pageRecordOffset: "words",
  pageRecords: "bytes",
  /** The distinct facet sets of all pages, as a JSON list. */
  facets: "bytes",
  /** Headings, anchor and blocks of each passage as JSON, grouped into compressed blocks. */
  passageBlock: "words",
  passageOffset: "words",
  blockOffset: "words",
  /** The uncompressed length of each block. */
  blockLength: "words",
  blocks: "bytes",
  /** Terms sorted by their bytes. */
  termOffset: "words",
  terms: "bytes",
  /** How many passages and how many pages contain the term. */
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

/** Increase it with every change of the layout, the terms or the scores. */
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
    throw new RangeError(`The search index would be ${byteLength} bytes; the limit is ${indexBytesMax}.`);
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

/** Creates views over the bytes, or throws an error that says what is wrong with them. */
export function decodeIndex(bytes: Buffer): IndexParts {
  const file = bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(Uint8Array.from(bytes).buffer);
  if (file.length < headBytes || !file.subarray(0, magic.length).equals(magic)) {
    throw new SearchIndexDamaged("it isn't a search index");
  }
  const version = file.readUInt32LE(magic.length);
  if (version !== formatVersion) {
    throw new SearchIndexDamaged(`it has version ${version}, but this server reads version ${formatVersion}`);
  }
  if (file.readUInt32LE(magic.length + 4) !== file.length) {
    throw new SearchIndexDamaged("it is incomplete");
  }
  if (file.readUInt32LE(magic.length + 8) !== checksum(file)) {
    throw new SearchIndexDamaged("its checksum is wrong");
  }
  const views = names.map((name, position) => [name, partView(file, name, position)] as const);
  return Object.fromEntries(views) as IndexParts;
}

/** Where each chunk starts after concatenation, plus the total length. */
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
    throw new SearchIndexDamaged(`${name} is out of bounds`);
  }
  const start = file.byteOffset + offset;
  if (kind === "words") return new Uint32Array(file.buffer, start, length / 4);
  if (kind === "floats") return new Float32Array(file.buffer, start, length / 4);
  return file.subarray(offset, offset + length);
}

function directoryEntry(position: number): number {
  return magic.length + (headWords + position * 2) * 4;
}

/** Covers everything except itself. */
function checksum(file: Buffer): number {
  const end = magic.length + 12;
  return crc32(file.subarray(end), crc32(file.subarray(0, end - 4)));
}

function aligned(length: number): number {
  return Math.ceil(length / 4) * 4;
}

/** The bytes aren't an intact index of this version. The next update of the project rebuilds it. */
export class SearchIndexDamaged extends Error {
  constructor(reason: string) {
    super(`The search index cannot be read: ${reason}. Update the project to build it again.`);
    this.name = "SearchIndexDamaged";
  }
}
