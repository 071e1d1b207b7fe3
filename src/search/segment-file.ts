import { crc32 } from "node:zlib";
import type { ByteSource } from "./byte-source.ts";
import type { IndexParts } from "./index-parts.ts";
import { PagedBytes, pageChecksums } from "./paged-bytes.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";
import { encodeTermBlocks, TermCursor } from "./term-blocks.ts";
import { vectorDimensions } from "./word-vectors.ts";

/** The parts that are read when the segment is opened: a few bytes per page and per block of terms. */
const headKinds = {
  pageFirstPassage: "words",
  pageBoost: "floats",
  pageFlags: "bytes",
  pageFacets: "words",
  pageRecordOffset: "words",
  facets: "bytes",
  termBlockOffset: "words",
  firstTermOffset: "words",
  firstTerms: "bytes",
  firstPassagePosting: "words",
  firstPagePosting: "words",
  /** One checksum for each block of the body. */
  checksums: "words",
} as const;

/** The parts that are read by range when a query needs them. */
const bodyNames = [
  "pageRecords",
  "passageBlock",
  "passageOffset",
  "blockOffset",
  "blockLength",
  "blocks",
  "termBlocks",
  "passagePostings",
  "pagePostings",
  "vectors",
] as const;

type Views = { words: Uint32Array; floats: Float32Array; bytes: Buffer };
type HeadName = keyof typeof headKinds;
type BodyName = (typeof bodyNames)[number];
type Head = { [Name in HeadName]: Views[(typeof headKinds)[Name]] };

export interface SegmentFile {
  head: Head;
  body: PagedBytes;
  /** The position of each part in the body. */
  places: Readonly<Record<BodyName, { start: number; end: number }>>;
  terms: TermCursor;
  /** The memory used, in bytes. */
  bytesHeld: number;
}

/** Increase this number with every change of the layout, the terms, the scores, the vectors or the blocks of the text. */
export const segmentVersion = 5;
const segmentBytesMax = 1024 * 1024 * 1024;
const magic = Buffer.from("LECTSEGM");
const headNames = Object.keys(headKinds) as HeadName[];
const fixedBytes = 24;
const directoryBytes = (headNames.length + bodyNames.length) * 8;

/**
 * A segment is a file with a head and a body, whose parts are read by range. Numbers are little-endian, like on every
 * platform Node runs on, and parts are aligned to four bytes, so opening a segment only creates views.
 */
export function encodeSegmentFile(parts: IndexParts): Buffer {
  const { termBlocks, ...termHeads } = encodeTermBlocks(parts);
  const inBody: Record<BodyName, Uint8Array | Uint32Array> = { ...parts, termBlocks };
  const body = layOut(bodyNames.map((name) => bytesOf(inBody[name])));
  const inHead: Head = { ...parts, ...termHeads, checksums: pageChecksums(body.bytes) };
  const head = layOut(headNames.map((name) => bytesOf(inHead[name])));
  const headBytes = fixedBytes + directoryBytes + head.bytes.length;
  const byteLength = headBytes + body.bytes.length;
  if (byteLength > segmentBytesMax) {
    throw new RangeError(
      `A segment of the search index would be ${byteLength} bytes; the limit is ${segmentBytesMax}.`,
    );
  }
  const directory = Uint32Array.from([...head.places, ...body.places].flat());
  const file = Buffer.concat([Buffer.alloc(fixedBytes), bytesOf(directory), head.bytes, body.bytes], byteLength);
  magic.copy(file);
  file.writeUInt32LE(segmentVersion, 8);
  file.writeUInt32LE(byteLength, 12);
  file.writeUInt32LE(headBytes, 16);
  file.writeUInt32LE(checksum(file, headBytes), 20);
  return file;
}

/** Reads the head, or throws an error that explains the damage. */
export function openSegmentFile(source: ByteSource): SegmentFile {
  const fixed = source.read(0, fixedBytes);
  if (fixed.length < fixedBytes || !fixed.subarray(0, magic.length).equals(magic)) {
    throw new SearchIndexDamaged("it is not a segment of a search index");
  }
  const version = fixed.readUInt32LE(8);
  if (version !== segmentVersion) {
    throw new SearchIndexDamaged(`it has version ${version}, but this server reads version ${segmentVersion}`);
  }
  const headBytes = fixed.readUInt32LE(16);
  if (fixed.readUInt32LE(12) !== source.byteLength || headBytes > source.byteLength) {
    throw new SearchIndexDamaged("it is incomplete");
  }
  const bytes = Buffer.from(Uint8Array.from(source.read(0, headBytes)).buffer);
  if (bytes.length < fixedBytes + directoryBytes || fixed.readUInt32LE(20) !== checksum(bytes, headBytes)) {
    throw new SearchIndexDamaged("its checksum is wrong");
  }
  const head = Object.fromEntries(headNames.map((name, number) => [name, headView(bytes, name, number)])) as Head;
  const bodyBytes = source.byteLength - headBytes;
  const places = Object.fromEntries(
    bodyNames.map((name, number) => [name, placeOf(bytes, headNames.length + number, bodyBytes)]),
  ) as SegmentFile["places"];
  const body = new PagedBytes(source, headBytes, head.checksums);
  checkHead(head, places);
  const terms = new TermCursor(head, body, places.termBlocks.start);
  return { head, body, places, terms, bytesHeld: bytes.length + source.bytesHeld };
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array | Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function layOut(chunks: readonly Buffer[]): { bytes: Buffer; places: [start: number, length: number][] } {
  const places: [number, number][] = [];
  let end = 0;
  for (const { length } of chunks) {
    places.push([end, length]);
    end += Math.ceil(length / 4) * 4;
  }
  const bytes = Buffer.alloc(end);
  for (const [number, chunk] of chunks.entries()) chunk.copy(bytes, places[number]?.[0]);
  return { bytes, places };
}

function headView(bytes: Buffer, name: HeadName, number: number): Views[keyof Views] {
  const first = fixedBytes + directoryBytes;
  const { start, end } = placeOf(bytes, number, bytes.length - first);
  const kind = headKinds[name];
  if (kind === "bytes") return bytes.subarray(first + start, first + end);
  if ((end - start) % 4 !== 0) throw new SearchIndexDamaged(`${name} has an invalid length`);
  const from = bytes.byteOffset + first + start;
  const length = (end - start) / 4;
  return kind === "words" ? new Uint32Array(bytes.buffer, from, length) : new Float32Array(bytes.buffer, from, length);
}

function placeOf(bytes: Buffer, number: number, endMax: number): { start: number; end: number } {
  const start = bytes.readUInt32LE(fixedBytes + number * 8);
  const end = start + bytes.readUInt32LE(fixedBytes + number * 8 + 4);
  if (start % 4 !== 0 || end > endMax) throw new SearchIndexDamaged("a part is out of bounds");
  return { start, end };
}

function checkHead(head: Head, places: SegmentFile["places"]): void {
  const pageCount = head.pageFlags.length;
  const sizeOf = (name: BodyName) => places[name].end - places[name].start;
  const passageCount = sizeOf("passageBlock") / 4;
  const termBlocks = head.firstPassagePosting.length;
  checkOffsets(head.pageFirstPassage, pageCount, passageCount, "pageFirstPassage");
  checkOffsets(head.pageRecordOffset, pageCount, sizeOf("pageRecords"), "pageRecordOffset");
  checkOffsets(head.termBlockOffset, termBlocks, sizeOf("termBlocks"), "termBlockOffset");
  checkOffsets(head.firstTermOffset, termBlocks, head.firstTerms.length, "firstTermOffset");
  checkLength(head.pageBoost.length, pageCount, "pageBoost");
  checkLength(head.pageFacets.length, pageCount, "pageFacets");
  checkLength(head.firstPagePosting.length, termBlocks, "firstPagePosting");
  checkLength(sizeOf("passageOffset"), passageCount * 4, "passageOffset");
  checkLength(sizeOf("vectors"), passageCount * vectorDimensions, "vectors");
  checkLength(sizeOf("blockOffset"), sizeOf("blockLength") + 4, "blockOffset");
}

function checkLength(length: number, wanted: number, name: string): void {
  if (length !== wanted) throw new SearchIndexDamaged(`${name} has ${length} entries instead of ${wanted}`);
}

/** Offsets must start at 0, never decrease and end at the length. */
function checkOffsets(offsets: Uint32Array, count: number, end: number, name: string): void {
  checkLength(offsets.length, count + 1, name);
  let before = 0;
  for (const offset of offsets) {
    if (offset < before) throw new SearchIndexDamaged(`${name} decreases`);
    before = offset;
  }
  if (offsets[0] !== 0 || before !== end) throw new SearchIndexDamaged(`${name} doesn't match the data it points into`);
}

/** The checksum of the head without the checksum itself. The body has its own checksums. */
function checksum(file: Buffer, headBytes: number): number {
  return crc32(file.subarray(fixedBytes, headBytes), crc32(file.subarray(0, fixedBytes - 4)));
}
