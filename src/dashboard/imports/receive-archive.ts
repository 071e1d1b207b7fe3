import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { boundBytes } from "../../git/bound-bytes.ts";
import { AppError } from "../../platform/errors.ts";
import { unpackArchive } from "./unpack-archive.ts";

const archiveMebibytesMax = 100;

/** Runs the work with a folder that holds the files of an archive, which is removed afterwards. */
export async function withArchive<Result>(
  archive: Readable,
  signal: AbortSignal,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const temporary = await mkdtemp(join(tmpdir(), "lectern-import-"));
  try {
    const path = join(temporary, "archive");
    await pipeline(archive, boundBytes(archiveMebibytesMax * 1_048_576, tooLarge), createWriteStream(path), { signal });
    const folder = join(temporary, "files");
    await mkdir(folder);
    await unpackArchive(path, folder);
    return await work(folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function tooLarge(): AppError {
  return new AppError("too_large", `The archive is too large; the limit is ${archiveMebibytesMax} MiB.`);
}
