import { crc32 } from "node:zlib";
import { SearchIndexDamaged } from "./search-index-damaged.ts";

/** A file of the index with a range of its pages. The file's name contains the hash of its bytes. */
export interface ListedSegment {
  name: string;
  byteLength: number;
}

const magic = Buffer.from("LECTSRCH");
const listVersion = 2;
const headBytes = magic.length + 8;
const segmentsMax = 10_000;
const namePattern = /^[0-9a-f]{32}$/;

/** The file that lists the segments of an index in the order of their pages. */
export function encodeIndexList(segments: readonly ListedSegment[]): Buffer {
  const body = Buffer.from(JSON.stringify(segments.map(({ name, byteLength }) => [name, byteLength])));
  const head = Buffer.alloc(headBytes);
  magic.copy(head);
  head.writeUInt32LE(listVersion, magic.length);
  head.writeUInt32LE(crc32(body), magic.length + 4);
  return Buffer.concat([head, body]);
}

export function decodeIndexList(file: Buffer): ListedSegment[] {
  if (file.length < headBytes || !file.subarray(0, magic.length).equals(magic)) {
    throw new SearchIndexDamaged("it is not a search index");
  }
  const version = file.readUInt32LE(magic.length);
  if (version !== listVersion) {
    throw new SearchIndexDamaged(`it has version ${version}, but this server reads version ${listVersion}`);
  }
  const body = file.subarray(headBytes);
  if (crc32(body) !== file.readUInt32LE(magic.length + 4)) throw new SearchIndexDamaged("its checksum is wrong");
  return asSegments(body);
}

function asSegments(body: Buffer): ListedSegment[] {
  const rows = parse(body);
  if (!Array.isArray(rows) || rows.length > segmentsMax)
    throw new SearchIndexDamaged("its list has an invalid structure");
  return rows.map((row: unknown) => {
    const [name, byteLength] = Array.isArray(row) ? (row as unknown[]) : [];
    if (typeof name !== "string" || !namePattern.test(name) || !Number.isSafeInteger(byteLength)) {
      throw new SearchIndexDamaged("its list has an invalid structure");
    }
    return { name, byteLength: Number(byteLength) };
  });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch (cause) {
    throw new SearchIndexDamaged("its list is damaged", { cause });
  }
}
