import { inflateSync } from "node:zlib";

const signature = "wOFF";
const headerBytes = 44;
const entryBytes = 20;
const tableHeadBytes = 16;
const fontHeadBytes = 12;
const tablesMax = 64;
const unpackedBytesMax = 16 * 1024 * 1024;

/** Unpacks a WOFF font, which the painter doesn't support; any other font is returned unchanged. */
export function unpackWoff(packed: Buffer): Buffer {
  if (packed.toString("latin1", 0, 4) !== signature) return packed;
  const count = packed.readUInt16BE(12);
  if (count > tablesMax) throw new Error("a font has too many tables");
  const head = Buffer.alloc(fontHeadBytes + count * tableHeadBytes);
  packed.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let index = 0; index < count; index += 1) {
    const at = headerBytes + index * entryBytes;
    const table = readTable(packed, at, unpackedBytesMax - offset);
    const to = fontHeadBytes + index * tableHeadBytes;
    packed.copy(head, to, at, at + 4);
    packed.copy(head, to + 4, at + 16, at + entryBytes);
    head.writeUInt32BE(offset, to + 8);
    head.writeUInt32BE(table.length, to + 12);
    // Tables are aligned to four bytes.
    const room = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, room);
    offset += table.length + room.length;
  }
  return Buffer.concat(parts);
}

function readTable(packed: Buffer, at: number, bytesMax: number): Buffer {
  const [start, packedBytes, bytes] = [4, 8, 12].map((place) => packed.readUInt32BE(at + place));
  if (start === undefined || packedBytes === undefined || bytes === undefined || bytes > bytesMax) {
    throw new Error("a font is too large");
  }
  const table = packed.subarray(start, start + packedBytes);
  return packedBytes < bytes ? inflateSync(table, { maxOutputLength: bytes }) : table;
}
