import { createReadStream } from "node:fs";
import { PassThrough, pipeline, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { extract, type Header } from "tar-stream";
import { boundBytes } from "../../git/bound-bytes.ts";
import { AppError } from "../../platform/errors.ts";
import { type ArchiveEntry, damagedArchive, toArchiveError, unsupportedArchive } from "./archive-entry.ts";

export const blockBytes = 512;
const checksumStart = 148;
const checksumEnd = 156;
const linkTypes: readonly unknown[] = ["link", "symlink", "character-device", "block-device", "fifo"];
const otherTypes: readonly unknown[] = ["file", "contiguous-file", "directory"];

/**
 * Whether this is the first block of a tar archive. It is recognized by its checksum, which is the same in all formats.
 */
export function isTarHeader(block: Buffer): boolean {
  const sum = block.reduce((total, byte, at) => total + (at >= checksumStart && at < checksumEnd ? 0x20 : byte), 0);
  const [, digits = ""] = /^ *([0-7]+)[ \0]*$/.exec(block.toString("latin1", checksumStart, checksumEnd)) ?? [];
  return Number.parseInt(digits, 8) === sum;
}

/** Reads a tar archive, which may be gzipped, entry by entry. `bytesMax` bounds the unpacked archive, headers included. */
export async function* readTar(path: string, isGzipped: boolean, bytesMax: number): AsyncGenerator<ArchiveEntry> {
  // For archives from before the ustar format. The checksum of every header is still verified.
  const options = { allowUnknownFormat: true } as Parameters<typeof extract>[0]; // Missing in the library's types.
  const tar = extract(options);
  const tooLarge = () => new AppError("too_large", `The archive unpacks to more than ${bytesMax / 1_000_000} MB.`);
  const source = pipeline(
    createReadStream(path),
    isGzipped ? createGunzip() : new PassThrough(),
    boundBytes(bytesMax, tooLarge),
    requireEndOfArchive(),
    (error) => {
      if (error) {
        tar.destroy(error);
      }
    },
  );
  source.pipe(tar);
  try {
    for await (const stream of tar) {
      yield toEntry(stream.header, () => buffer(stream as AsyncIterable<Buffer>));
      stream.resume();
    }
  } catch (error) {
    throw toArchiveError(error);
  } finally {
    source.destroy();
  }
}

function toEntry(header: Header, read: ArchiveEntry["read"]): ArchiveEntry {
  const { name, size, type, pax } = header;
  // tar-stream passes on sizes that it could not decode as null.
  if (!Number.isSafeInteger(size)) {
    throw damagedArchive();
  }
  const isLink = linkTypes.includes(type);
  const isSparse = Object.keys(Object(pax)).some((property) => property.startsWith("GNU.sparse."));
  if (isSparse || !(isLink || otherTypes.includes(type))) {
    throw unsupportedArchive("tar");
  }
  // `tar -czf docs.tgz .` starts every path with "./".
  const path = name.replace(/^(?:\.\/)+/, "");
  const isFolder = type === "directory" && !path.endsWith("/");
  return { path: isFolder ? `${path}/` : path, bytes: size, isLink, read };
}

/** An archive that was cut off between two files is valid to tar-stream, but it lacks the zeros at the end. */
function requireEndOfArchive(): Transform {
  let zeros = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // More of a chunk isn't needed, and would take seconds for an archive of zeros.
      const end = chunk.subarray(-blockBytes);
      const last = end.findLastIndex((byte) => byte !== 0);
      zeros = last === -1 ? zeros + end.length : end.length - 1 - last;
      done(null, chunk);
    },
    flush: (done) => done(zeros < blockBytes ? damagedArchive() : null),
  });
}
