import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { boundBytes } from "../../git/bound-bytes.ts";
import { AppError } from "../../platform/errors.ts";
import { damaged, readAt } from "./read-at.ts";
import { readTarEntries } from "./read-tar.ts";
import { readZipEntries, readZipFile } from "./read-zip.ts";
import { isTarHeader, tarBlockBytes } from "./tar-header.ts";

/** One file of an archive of any kind, before it is unpacked. */
export interface ArchiveEntry {
  path: string;
  bytes: number;
  isLink: boolean;
  read: () => Promise<Buffer>;
}

/** The bounds of what an archive may unpack to. */
export interface ArchiveLimits {
  filesMax: number;
  fileBytesMax: number;
  bytesMax: number;
}

/** What a tar archive may have beside the contents: headers, names, and what fills the last block of each file. */
const bytesBesideFile = 4_096;

/** Runs the work with the files of a zip archive or a tar archive, packed or not. Its bytes tell which of them it is. */
export async function withArchiveEntries(
  archive: string,
  limits: ArchiveLimits,
  work: (entries: ArchiveEntry[]) => Promise<void>,
): Promise<void> {
  const file = await open(archive);
  try {
    const start = Buffer.alloc(tarBlockBytes);
    await file.read(start, 0, tarBlockBytes, 0);
    if (start.readUInt16BE(0) === 0x1f8b) {
      await withUnzipped(archive, limits, async (tar) => work(await listTar(tar, limits)));
    } else {
      await work(isTarHeader(start) ? await listTar(file, limits) : await listZip(file, limits));
    }
  } finally {
    await file.close();
  }
}

async function listTar(file: FileHandle, { filesMax }: ArchiveLimits): Promise<ArchiveEntry[]> {
  const entries = await readTarEntries(file, filesMax);
  return entries.map((entry) => ({ ...entry, read: () => readAt(file, entry.offset, entry.bytes) }));
}

async function listZip(file: FileHandle, { filesMax }: ArchiveLimits): Promise<ArchiveEntry[]> {
  const entries = await readZipEntries(file, filesMax);
  return entries.map((entry) => ({ ...entry, read: () => readZipFile(file, entry) }));
}

async function withUnzipped(
  archive: string,
  { filesMax, bytesMax }: ArchiveLimits,
  work: (tar: FileHandle) => Promise<void>,
): Promise<void> {
  const path = `${archive}.tar`;
  const bound = boundBytes(bytesMax + filesMax * bytesBesideFile, () => tooMuch(bytesMax));
  try {
    await pipeline(createReadStream(archive), createGunzip(), bound, createWriteStream(path, { flags: "wx" })).catch(
      (error: unknown) => {
        throw isUnzipProblem(error) ? damaged(error) : error;
      },
    );
    const tar = await open(path);
    try {
      await work(tar);
    } finally {
      await tar.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

function isUnzipProblem(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

function tooMuch(bytesMax: number): AppError {
  return new AppError("too_large", `The archive unpacks to more than ${bytesMax / 1_000_000} MB.`);
}
