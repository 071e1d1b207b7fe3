import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { AppError } from "../../platform/errors.ts";
import { damaged, readAt } from "./read-at.ts";

/** One file of an archive, as its table of contents tells it. */
export interface ZipEntry {
  path: string;
  method: number;
  packedBytes: number;
  bytes: number;
  offset: number;
  isLink: boolean;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const headerSignature = 0x04034b50;
const endBytes = 22;
const commentBytesMax = 65_535;
const entryBytes = 46;
const headerBytes = 30;
const tableBytesMax = 16_777_216;
/** Stands for a number that is elsewhere, in archives of more than 4 GB. */
const isElsewhere = 0xffffffff;
const encryptedFlag = 0x1;
const stored = 0;
const deflated = 8;
const linkType = 0o120000;
const fileTypeMask = 0o170000;

/**
 * The files of an archive by its table of contents, folders left out. Nothing is unpacked yet: how many there are and how
 * large they say they are is known first.
 */
export async function readZipEntries(file: FileHandle, filesMax: number): Promise<ZipEntry[]> {
  const { count, tableOffset, tableBytes } = await findTable(file);
  if (count > filesMax) {
    throw new AppError("too_large", `The archive holds ${count} files; at most ${filesMax} can be imported.`);
  }
  const table = await readAt(file, tableOffset, tableBytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + entryBytes > table.length || table.readUInt32LE(at) !== entrySignature) {
      throw damaged();
    }
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => table.readUInt16LE(at + field));
    const nameEnd = at + entryBytes + (nameBytes ?? 0);
    const path = table.toString("utf8", at + entryBytes, nameEnd);
    if ((table.readUInt16LE(at + 8) & encryptedFlag) !== 0) {
      throw new AppError("bad_request", "The archive is encrypted; make one without a password.");
    }
    if (!path.endsWith("/")) {
      entries.push(readEntry(table, at, path));
    }
    at = nameEnd + (extraBytes ?? 0) + (commentBytes ?? 0);
  }
  return entries;
}

/** The content of one file. It is never more than the table of contents has said. */
export async function readZipFile(file: FileHandle, entry: ZipEntry): Promise<Buffer> {
  const header = await readAt(file, entry.offset, headerBytes);
  if (header.readUInt32LE(0) !== headerSignature) {
    throw damaged();
  }
  const start = entry.offset + headerBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = await readAt(file, start, entry.packedBytes);
  const content = entry.method === stored ? packed : await unpack(packed, entry.bytes);
  if (content.length !== entry.bytes) {
    throw damaged();
  }
  return content;
}

async function unpack(packed: Buffer, bytes: number): Promise<Buffer> {
  try {
    // Off the thread that answers requests; what goes on beyond its declared size is cut off there.
    return await promisify(inflateRaw)(packed, { maxOutputLength: Math.max(1, bytes) });
  } catch (error) {
    throw damaged(error);
  }
}

function readEntry(table: Buffer, at: number, path: string): ZipEntry {
  const [packedBytes = 0, bytes = 0, attributes = 0, offset = 0] = [20, 24, 38, 42].map((field) =>
    table.readUInt32LE(at + field),
  );
  const method = table.readUInt16LE(at + 10);
  if ([packedBytes, bytes, offset].includes(isElsewhere) || (method !== stored && method !== deflated)) {
    throw new AppError("bad_request", "The archive is packed in a way that cannot be read; make a plain zip archive.");
  }
  return { path, method, packedBytes, bytes, offset, isLink: ((attributes >>> 16) & fileTypeMask) === linkType };
}

async function findTable(file: FileHandle): Promise<{ count: number; tableOffset: number; tableBytes: number }> {
  const { size } = await file.stat();
  const length = Math.min(size, endBytes + commentBytesMax);
  const tail = await readAt(file, size - length, length);
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) === endSignature) {
      const [count, tableBytes, tableOffset] = [
        tail.readUInt16LE(at + 10),
        tail.readUInt32LE(at + 12),
        tail.readUInt32LE(at + 16),
      ];
      if (tableBytes > tableBytesMax) {
        throw new AppError("too_large", "The archive holds too many files.");
      }
      return { count, tableOffset, tableBytes };
    }
  }
  throw new AppError("bad_request", "This is neither a zip nor a tar archive.");
}
