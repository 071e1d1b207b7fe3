import { createReadStream, read } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from "yauzl";
import { AppError } from "../../platform/errors.ts";
import { type ArchiveEntry, toArchiveError, unsupportedArchive } from "./archive-entry.ts";

const directoryBytesMax = 16_777_216;
const linkType = 0o120000;
const fileTypeMask = 0o170000;

/** Lists the central directory of a zip archive. Contents are decompressed only when they are read. */
export async function* readZip(path: string): AsyncGenerator<ArchiveEntry> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    // macOS writes UTF-8 names without the flag that says so, so names are decoded here.
    const options = { autoClose: false, decodeStrings: false };
    const zip = await fromRandomAccessReaderPromise(new ZipReader(path, file.fd), size, options).catch(
      (cause: unknown) => {
        throw new AppError("bad_request", "This is neither a zip nor a tar archive.", { cause });
      },
    );
    let directoryBytes = 0;
    for await (const entry of zip.eachEntry()) {
      directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (directoryBytes > directoryBytesMax) {
        throw new AppError("too_large", "The archive contains too many files.");
      }
      yield toEntry(entry, async () => buffer(await zip.openReadStreamPromise(entry)));
    }
  } catch (error) {
    throw isEncryptionError(error) ? encryptedArchive() : toArchiveError(error);
  } finally {
    await file.close();
  }
}

function toEntry(entry: Entry, readContent: ArchiveEntry["read"]): ArchiveEntry {
  const path = entry.fileNameRaw.toString("utf8");
  if (entry.isEncrypted()) {
    throw encryptedArchive();
  }
  if (!entry.canDecodeFileData() && !path.endsWith("/")) {
    throw unsupportedArchive("zip");
  }
  return {
    path,
    bytes: entry.uncompressedSize,
    isLink: ((entry.externalFileAttributes >>> 16) & fileTypeMask) === linkType,
    read: readContent,
  };
}

/** yauzl's own reader throws outside of its callbacks, which ends the process, when a Zip64 offset exceeds 2^53. */
class ZipReader extends RandomAccessReader {
  readonly #path: string;
  readonly #fd: number;

  constructor(path: string, fd: number) {
    super();
    this.#path = path;
    this.#fd = fd;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 });
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    if (!Number.isSafeInteger(position + length)) {
      callback(new Error("offset out of range"));
      return;
    }
    read(this.#fd, target, offset, length, position, (error, bytesRead) => {
      callback(error ?? (bytesRead < length ? new Error("unexpected end of file") : null));
    });
  }
}

function isEncryptionError(error: unknown): boolean {
  return error instanceof Error && error.message === "strong encryption is not supported";
}

function encryptedArchive(): AppError {
  return new AppError("bad_request", "The archive is encrypted; create an archive without a password.");
}
