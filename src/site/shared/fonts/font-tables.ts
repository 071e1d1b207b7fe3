import { brotliDecompressSync, inflateSync } from "node:zlib";

/** The tables of a font by name, such as `hhea`. A table of widths without side bearings has the name `widths`. */
export type FontTables = ReadonlyMap<string, Buffer>;

const tablesMax = 64;
const fontBytesMax = 32 * 1024 * 1024;

/** Reads a font in any of its four containers. Throws or omits tables if the file is truncated or not a font. */
export function readFontTables(bytes: Buffer): FontTables {
  const kind = bytes.toString("latin1", 0, 4);
  if (kind === "wOF2") return readWoff2(bytes);
  if (kind === "wOFF") return readWoff(bytes);
  return kind === "\0\x01\0\0" || kind === "OTTO" || kind === "true" ? readPlain(bytes) : new Map();
}

function readPlain(bytes: Buffer): FontTables {
  return readRecords(bytes, 12, 16, bytes.readUInt16BE(4), (record) => {
    const start = record.readUInt32BE(8);
    return bytes.subarray(start, start + record.readUInt32BE(12));
  });
}

/** Each table is compressed separately if that makes it smaller. */
function readWoff(bytes: Buffer): FontTables {
  return readRecords(bytes, 44, 20, bytes.readUInt16BE(12), (record) => {
    const start = record.readUInt32BE(4);
    const [packedLength, length] = [record.readUInt32BE(8), record.readUInt32BE(12)];
    const packed = bytes.subarray(start, start + packedLength);
    return packedLength < length ? inflateSync(packed, { maxOutputLength: fontBytesMax }) : packed;
  });
}

function readRecords(
  bytes: Buffer,
  start: number,
  recordLength: number,
  count: number,
  tableOf: (record: Buffer) => Buffer,
): FontTables {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < Math.min(count, tablesMax); index += 1) {
    const at = start + index * recordLength;
    const record = bytes.subarray(at, at + recordLength);
    const name = record.toString("latin1", 0, 4);
    if (neededTables.has(name)) tables.set(name, tableOf(record));
  }
  return tables;
}

const neededTables: ReadonlySet<string> = new Set(["head", "hhea", "hmtx", "cmap"]);

/** The names of WOFF2 tables by their number. The list ends with `glyf` and `loca`; no later table is needed. */
const numberedTables = ["cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post", "cvt ", "fpgm", "glyf", "loca"];
const namedTable = 63;

/** All tables are compressed together, in directory order. */
function readWoff2(bytes: Buffer): FontTables {
  const directory = readDirectory(bytes, Math.min(bytes.readUInt16BE(12), tablesMax));
  const packed = bytes.subarray(directory.end, directory.end + bytes.readUInt32BE(20));
  const unpacked = brotliDecompressSync(packed, { maxOutputLength: fontBytesMax });
  const tables = new Map<string, Buffer>();
  let at = 0;
  for (const { name, length, isChanged } of directory.entries) {
    const table = unpacked.subarray(at, at + length);
    // The only needed table that can have another format: after a byte of flags, all widths are consecutive.
    if (name === "hmtx" && isChanged) tables.set("widths", table.subarray(1));
    else if (neededTables.has(name)) tables.set(name, table);
    at += length;
  }
  return tables;
}

interface DirectoryEntry {
  name: string;
  length: number;
  isChanged: boolean;
}

function readDirectory(bytes: Buffer, count: number): { entries: DirectoryEntry[]; end: number } {
  const entries: DirectoryEntry[] = [];
  let at = 48;
  const readNumber = () => {
    let value = 0;
    for (let digit = 0; digit < 5; digit += 1) {
      const byte = bytes.readUInt8(at++);
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) break;
    }
    return value;
  };
  for (let index = 0; index < count; index += 1) {
    const flags = bytes.readUInt8(at++);
    const isNamed = (flags & 0x3f) === namedTable;
    const name = isNamed ? bytes.toString("latin1", at, at + 4) : (numberedTables[flags & 0x3f] ?? "");
    if (isNamed) at += 4;
    const form = flags >> 6;
    const isChanged = name === "glyf" || name === "loca" ? form !== 3 : form !== 0;
    const length = readNumber();
    entries.push({ name, isChanged, length: isChanged ? readNumber() : length });
  }
  return { entries, end: at };
}
