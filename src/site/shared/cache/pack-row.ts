import { crc32 } from "node:zlib";

/**
 * The kinds of cached data: metadata that builds need, articles, analyses of pages for the search index, files ready to
 * serve with the segments and lengths of the index, API descriptions, and facts about source files.
 */
export type EntryKind = (typeof entryKinds)[number];

export const entryKinds = ["record", "article", "analysis", "file", "spec", "source"] as const;

/** The position of an entry in its pack, and a note that can be read without the entry. */
interface PackRow {
  kind: EntryKind;
  key: string;
  offset: number;
  length: number;
  checksum: number;
  note: Buffer;
}

/**
 * Rows have a fixed length, so an incomplete row at the end of a file is recognizable: checksum of the rest (4), kind
 * (4), key (32), offset (6 of 8), length (4), checksum of the payload (4), note (48).
 */
export const rowBytes = 104;
const noteBytes = 48;
const keyBytes = 32;
const kindAt = 7;
const keyAt = kindAt + 1;
const offsetAt = keyAt + keyBytes;
const offsetBytes = 6;
const lengthAt = offsetAt + 8;
const checksumAt = lengthAt + 4;
const noteAt = checksumAt + 4;

export function encodeRow({ kind, key, offset, length, checksum, note }: PackRow): Buffer {
  const row = Buffer.alloc(rowBytes);
  row[kindAt] = entryKinds.indexOf(kind);
  row.write(key, keyAt, keyBytes, "hex");
  row.writeUIntLE(offset, offsetAt, offsetBytes);
  row.writeUInt32LE(length, lengthAt);
  row.writeUInt32LE(checksum, checksumAt);
  note.copy(row, noteAt, 0, noteBytes);
  row.writeUInt32LE(crc32(row.subarray(4)), 0);
  return row;
}

/** False for a damaged or incomplete row. */
export function isWholeRow(rows: Buffer, at: number): boolean {
  return crc32(rows.subarray(at + 4, at + rowBytes)) === rows.readUInt32LE(at);
}

export function nameOfRow(rows: Buffer, at: number): { kind: EntryKind | undefined; key: string } {
  return { kind: entryKinds[rows[at + kindAt] ?? -1], key: rows.toString("hex", at + keyAt, at + offsetAt) };
}

export function placeOfRow(rows: Buffer, at: number): Pick<PackRow, "offset" | "length" | "checksum" | "note"> {
  return {
    offset: rows.readUIntLE(at + offsetAt, offsetBytes),
    length: rows.readUInt32LE(at + lengthAt),
    checksum: rows.readUInt32LE(at + checksumAt),
    note: rows.subarray(at + noteAt, at + noteAt + noteBytes),
  };
}

/** The row for a copy of the payload at another offset. */
export function movedRow(rows: Buffer, at: number, offset: number): Buffer {
  const row = Buffer.from(rows.subarray(at, at + rowBytes));
  row.writeUIntLE(offset, offsetAt, offsetBytes);
  row.writeUInt32LE(crc32(row.subarray(4)), 0);
  return row;
}
