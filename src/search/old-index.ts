import { crc32 } from "node:zlib";
import type { IndexParts } from "./index-parts.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";

/** The parts of an index as version 0.2 wrote it: one file, with the terms and their postings as arrays. */
const parts = {
  pageFirstPassage: "words",
  pageBoost: "floats",
  pageFlags: "bytes",
  pageFacets: "words",
  pageRecordOffset: "words",
  pageRecords: "bytes",
  facets: "bytes",
  passageBlock: "words",
  passageOffset: "words",
  blockOffset: "words",
  blockLength: "words",
  blocks: "bytes",
  termOffset: "words",
  terms: "bytes",
  termPassages: "words",
  termPages: "words",
  passagePostingOffset: "words",
  passagePostings: "bytes",
  pagePostingOffset: "words",
  pagePostings: "bytes",
} as const;

type Views = { words: Uint32Array; floats: Float32Array; bytes: Buffer };
type PartName = keyof typeof parts;

const formatVersion = 1;

const magic = Buffer.from("LECTSRCH");
const names = Object.keys(parts) as PartName[];
const headWords = 3;
const headBytes = magic.length + (headWords + names.length * 2) * 4;

/** Creates views over the bytes, or throws an error that says what is wrong with them. Sites keep such an index until their next update. */
export function decodeOldIndex(bytes: Buffer): IndexParts {
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
  return Object.fromEntries(views) as unknown as IndexParts;
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
