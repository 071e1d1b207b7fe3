import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Fetches a file from another server. If that fails, returns the reason, worded for the author. */
export type FetchFile = (
  address: string,
  signal: AbortSignal,
  options?: FetchOptions,
) => Promise<{ bytes: Buffer } | { problem: string }>;

interface FetchOptions {
  bytesMax?: number;
  /** Some servers choose a file format by the user agent. */
  userAgent?: string;
}

interface RemoteFile {
  /** The current content. If it can't be fetched, the last copy; undefined if there is no copy. */
  bytes: Buffer | undefined;
  /** Why the current content could not be fetched. */
  problem: string | undefined;
}

export interface CopyRequest {
  folder: string;
  /** Undefined if the build must not open connections and may only use existing copies. */
  fetchFile: FetchFile | undefined;
  options?: FetchOptions;
  /** A copy younger than this is used as is. */
  freshSeconds: number;
  /** After a failure, the server isn't asked again for this long. */
  failedSeconds?: number;
  signal: AbortSignal;
}

/** The reason why a build without network access fetches nothing. */
const noRequests = "this build makes no network requests";

/** Fetches a file and keeps a copy, which is used when the server is down. */
export async function fetchOrReuse(address: string, request: CopyRequest): Promise<RemoteFile> {
  const { folder, fetchFile, freshSeconds, failedSeconds = 0, signal } = request;
  const file = join(folder, nameOf(address));
  const isFresh = await isYounger(file, freshSeconds);
  if (isFresh || fetchFile === undefined) {
    const bytes = await readCopy(file);
    if (bytes !== undefined || fetchFile === undefined)
      return { bytes, problem: bytes === undefined ? noRequests : undefined };
  }
  const failure = `${file}.failed`;
  const known = (await isYounger(failure, failedSeconds)) ? await readCopy(failure) : undefined;
  if (known !== undefined) return { bytes: await readCopy(file), problem: known.toString() };
  const reply = await fetchFile(address, signal, request.options);
  await mkdir(folder, { recursive: true });
  if ("problem" in reply) {
    if (failedSeconds > 0) await writeFile(failure, reply.problem);
    return { bytes: await readCopy(file), problem: reply.problem };
  }
  // Written to another file and renamed, so that a concurrent build never reads an incomplete copy.
  const part = `${file}.${process.pid}.${performance.now()}`;
  await writeFile(part, reply.bytes);
  await rename(part, file);
  return { bytes: reply.bytes, problem: undefined };
}

/** Removes copies of addresses the project no longer names. */
export async function removeOtherCopies(folder: string, addresses: Iterable<string>): Promise<void> {
  const names = new Set(Array.from(addresses, nameOf));
  for (const name of await readdir(folder).catch(() => [])) {
    if (!names.has(name.split(".")[0] ?? "")) await rm(join(folder, name), { force: true });
  }
}

async function isYounger(file: string, seconds: number): Promise<boolean> {
  const copiedAt = (await stat(file).catch(() => undefined))?.mtimeMs;
  return copiedAt !== undefined && Date.now() - copiedAt < seconds * 1_000;
}

function readCopy(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined);
}

function nameOf(address: string): string {
  return createHash("sha256").update(address).digest("hex").slice(0, 32);
}
