import { mkdir, open, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathProblem, quotePath } from "../../git/tree-path.ts";
import { AppError } from "../../platform/errors.ts";
import { type ArchiveEntry, toArchiveError } from "./archive-entry.ts";
import { blockBytes, isTarHeader, readTar } from "./read-tar.ts";
import { readZip } from "./read-zip.ts";

const defaultArchiveLimits = {
  filesMax: 10_000,
  fileBytesMax: 20_000_000,
  bytesMax: 300_000_000,
};

export type ArchiveLimits = typeof defaultArchiveLimits;

/** The overhead of a file in a tar archive: its headers, a long name, and the padding of its last block. */
const tarOverheadBytes = 4_096;
const gzipMagic = Buffer.from([0x1f, 0x8b]);

/** Files that operating systems add to archives, and folders that don't belong in a repository. */
const ignored = /(?:^|\/)(?:__MACOSX|\.git|node_modules)\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|\._[^/]+)$/;

/**
 * Unpacks a zip or tar archive into a new folder. The first pass checks every entry, so nothing is written unless all
 * of them are fine. Links and devices are skipped. If everything is in a single top-level folder, that folder is
 * dropped.
 */
export async function unpackArchive(archive: string, folder: string, limits = defaultArchiveLimits): Promise<void> {
  const common = commonFolder(await checkFiles(archive, limits));
  for await (const entry of readFiles(archive, limits)) {
    await writeEntry(entry, folder, entry.path.slice(common.length));
  }
}

/** Returns the paths of all files that will be unpacked. */
async function checkFiles(archive: string, limits: ArchiveLimits): Promise<string[]> {
  const { fileBytesMax, bytesMax } = limits;
  const paths: string[] = [];
  let total = 0;
  for await (const { path, bytes } of readFiles(archive, limits)) {
    const problem = pathProblem(path);
    if (problem !== undefined) {
      throw new AppError("bad_request", `The archive contains a path that ${problem}: ${quotePath(path)}; rename it.`);
    }
    total += bytes;
    if (bytes > fileBytesMax || total > bytesMax) {
      throw new AppError(
        "too_large",
        `The files in the archive are too large: at most ${fileBytesMax / 1_000_000} MB each and ${bytesMax / 1_000_000} MB in total.`,
      );
    }
    paths.push(path);
  }
  if (paths.length === 0) {
    throw new AppError("bad_request", "The archive contains no files to import.");
  }
  return paths;
}

async function* readFiles(archive: string, limits: ArchiveLimits): AsyncGenerator<ArchiveEntry> {
  let count = 0;
  for await (const entry of await readEntries(archive, limits)) {
    count++;
    if (count > limits.filesMax) {
      throw new AppError(
        "too_large",
        `The archive contains too many files; at most ${limits.filesMax} can be imported.`,
      );
    }
    if (!entry.isLink && !entry.path.endsWith("/") && !ignored.test(entry.path)) {
      yield entry;
    }
  }
}

async function readEntries(archive: string, limits: ArchiveLimits): Promise<AsyncGenerator<ArchiveEntry>> {
  const start = Buffer.alloc(blockBytes);
  const file = await open(archive);
  try {
    await file.read(start, 0, start.length, 0);
  } finally {
    await file.close();
  }
  const isGzipped = start.subarray(0, gzipMagic.length).equals(gzipMagic);
  const isTar = isGzipped || isTarHeader(start);
  const unpackedBytesMax = limits.bytesMax + limits.filesMax * tarOverheadBytes;
  return isTar ? readTar(archive, isGzipped, unpackedBytesMax) : readZip(archive);
}

/** `docs-main/` for an archive whose files are all in that folder, as git hosts create them. */
function commonFolder(paths: readonly string[]): string {
  const [first = ""] = paths;
  const folder = first.slice(0, first.indexOf("/") + 1);
  return paths.every((path) => path.startsWith(folder)) ? folder : "";
}

async function writeEntry(entry: ArchiveEntry, folder: string, path: string): Promise<void> {
  const target = join(folder, path);
  const content = await entry.read().catch((error: unknown) => {
    throw toArchiveError(error);
  });
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, { flag: "wx" });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST" || code === "ENOTDIR" || code === "EISDIR") {
      throw new AppError("bad_request", `The archive contains ${quotePath(entry.path)} twice.`, { cause: error });
    }
    throw error;
  }
}
