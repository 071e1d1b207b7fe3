import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { finished } from "node:stream/promises";
import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";

/** Writes a zip file, one entry after the other. */
export interface ZipWriter {
  add(path: string, bytes: Buffer): Promise<void>;
  /** Gives the file its name. Until then, an earlier file of that name is untouched. */
  finish(): Promise<void>;
  /** Removes what has been written, unless it is finished. */
  abandon(): Promise<void>;
}

const compress = promisify(deflateRaw);
/** Already compressed, so trying again would only take time. */
const dense = /\.(?:br|gz|bin|png|jpe?g|gif|webp|avif|mp4|webm|woff2?|zip)$/i;

/** The same entries give the same bytes: the time of all of them is the earliest that the format can express. */
export function createZipWriter(file: string): ZipWriter {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  const output = createWriteStream(temporary);
  const ended = finished(output);
  // The next writer reports it.
  ended.catch(() => undefined);
  const directory: Buffer[] = [];
  let offset = 0;

  async function write(bytes: Buffer): Promise<void> {
    if (output.errored !== null) throw output.errored;
    offset += bytes.length;
    if (!output.write(bytes)) await once(output, "drain");
  }

  return {
    async add(path, bytes) {
      const packed = dense.test(path) ? bytes : await compress(bytes);
      const isStored = packed.length >= bytes.length;
      const content = isStored ? bytes : packed;
      const entry = {
        name: Buffer.from(path),
        method: isStored ? 0 : deflateMethod,
        checksum: crc32(bytes),
        packedBytes: content.length,
        bytes: bytes.length,
        offset,
      };
      directory.push(directoryRecord(entry));
      await write(localHeader(entry));
      await write(content);
    },
    async finish() {
      const start = offset;
      for (const record of directory) await write(record);
      await write(endRecords(directory.length, start, offset - start));
      output.end();
      await ended;
      await rename(temporary, file);
    },
    async abandon() {
      output.destroy();
      await ended.catch(() => undefined);
      await rm(temporary, { force: true });
    },
  };
}

interface Entry {
  name: Buffer;
  method: number;
  checksum: number;
  packedBytes: number;
  bytes: number;
  offset: number;
}

const deflateMethod = 8;
/** Of zip64, for archives with many or large entries. */
const versionNeeded = 45;
const madeByUnix = (3 << 8) | versionNeeded;
const namesAreUtf8 = 1 << 11;
const earliestDate = (1 << 5) | 1;
const readableFile = 0o100644 * 0x10000;
const most16 = 0xffff;
const most32 = 0xffffffff;

function localHeader({ name, method, checksum, packedBytes, bytes }: Entry): Buffer {
  return record(0x04034b50, [
    ...words(versionNeeded, namesAreUtf8, method, 0, earliestDate),
    ...longs(checksum, packedBytes, bytes),
    ...words(name.length, 0),
    name,
  ]);
}

function directoryRecord({ name, method, checksum, packedBytes, bytes, offset }: Entry): Buffer {
  const isFar = offset >= most32;
  const extra = isFar ? Buffer.concat([...words(1, 8), ...wides(offset)]) : Buffer.alloc(0);
  return record(0x02014b50, [
    ...words(madeByUnix, versionNeeded, namesAreUtf8, method, 0, earliestDate),
    ...longs(checksum, packedBytes, bytes),
    ...words(name.length, extra.length, 0, 0, 0),
    ...longs(readableFile, isFar ? most32 : offset),
    name,
    extra,
  ]);
}

/** The records of zip64 come before the old one, which refers to them where its numbers are too small. */
function endRecords(count: number, start: number, length: number): Buffer {
  const isLarge = count >= most16 || start >= most32 || length >= most32;
  const wide = record(0x06064b50, [
    ...wides(44),
    ...words(madeByUnix, versionNeeded),
    ...longs(0, 0),
    ...wides(count, count, length, start),
  ]);
  const locator = record(0x07064b50, [...longs(0), ...wides(start + length), ...longs(1)]);
  const entries = Math.min(count, most16);
  const end = record(0x06054b50, [
    ...words(0, 0, entries, entries),
    ...longs(Math.min(length, most32), Math.min(start, most32)),
    ...words(0),
  ]);
  return isLarge ? Buffer.concat([wide, locator, end]) : end;
}

function record(signature: number, fields: readonly Buffer[]): Buffer {
  return Buffer.concat([...longs(signature), ...fields]);
}

function words(...values: readonly number[]): Buffer[] {
  return values.map((value) => {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16LE(value);
    return bytes;
  });
}

function longs(...values: readonly number[]): Buffer[] {
  return values.map((value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  });
}

function wides(...values: readonly number[]): Buffer[] {
  return values.map((value) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(BigInt(value));
    return bytes;
  });
}
