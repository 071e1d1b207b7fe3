import { AppError } from "../errors.ts";
import { joinedBlob, type Seam } from "../join-file.ts";
import { sha256 } from "./artifact-keys.ts";
import {
  type ArtifactFiles,
  type Blob,
  blobsOfFile,
  type FileEntry,
  isArtifactPath,
  typeCharactersMax,
} from "./manifest.ts";

export interface NewFile {
  /** Relative, separated by `/`. */
  path: string;
  bytes: Uint8Array;
  /** The SHA-256 of the bytes, if the caller has already computed it. */
  hash?: string;
  /** As in the Content-Type header. */
  type: string;
}

/** A file reused from the base artifact, with nothing to render, hash or store. */
export interface TakenFile {
  path: string;
  entry: FileEntry;
}

/** A file that is stored in parts, so that after a change only the changed parts are stored again. */
interface FileInParts {
  path: string;
  type: string;
  parts: readonly FilePart[];
}

/** A file that shares a part with other files, so that the shared part is stored once. */
interface FileToJoin {
  path: string;
  type: string;
  joined: Seam & { own: FilePart; shared: FilePart };
}

interface FilePart extends Blob {
  load(): Uint8Array;
}

export type ArtifactFile = NewFile | TakenFile | FileInParts | FileToJoin;

export interface FilesRequest {
  files: AsyncIterable<ArtifactFile> | Iterable<ArtifactFile>;
  /**
   * More files that are reused from the base artifact. There can be thousands, and yielding them one at a time would
   * take longer than the rest of the work.
   */
  taken?: readonly TakenFile[];
  filesMax: number;
  bytesMax: number;
}

/** The manifest so far. */
export interface Draft {
  files: Map<string, FileEntry>;
  /** The total size of all files. */
  bytes: number;
}

/** The previous artifact. */
export interface KnownFiles {
  files: ArtifactFiles;
  /** Hashes of blobs that are known to exist, apart from those of reused files. */
  blobs: ReadonlySet<string>;
}

/** Blobs that may have to be stored, and the files that need them. */
export interface Batch {
  files: FileEntry[];
  blobs: Map<string, Uint8Array>;
}

const batchBlobsMax = 750;
const batchBytesMax = 16 * 1024 * 1024;

/** Adds every file to the draft and yields the blobs that may have to be stored, in batches. */
export async function* fillBatches(
  { files, taken = [], filesMax, bytesMax }: FilesRequest,
  base: KnownFiles,
  draft: Draft,
): AsyncGenerator<Batch> {
  let batch: Batch = { files: [], blobs: new Map() };
  let batchBytes = 0;

  // Some files are listed under two paths; hash their bytes only once.
  const hashes = new WeakMap<Uint8Array, string>();
  function enterBlob(bytes: Uint8Array, known?: string): Blob {
    const hash = known ?? hashes.get(bytes) ?? sha256(bytes);
    hashes.set(bytes, hash);
    if (!base.blobs.has(hash) && !batch.blobs.has(hash)) {
      batch.blobs.set(hash, bytes);
      batchBytes += bytes.byteLength;
    }
    return { hash, size: bytes.byteLength };
  }

  // Parts that the previous artifact has under the same path, or that another file has entered, aren't loaded.
  const entered = new Set<string>();
  function enterParts(path: string): (part: FilePart) => Blob {
    const before = base.files.get(path);
    const known = new Set(before && blobsOfFile(before).map(({ hash }) => hash));
    return ({ hash, size, load }) => {
      if (!known.has(hash) && !entered.has(hash)) enterBlob(load(), hash);
      entered.add(hash);
      return { hash, size };
    };
  }

  function enter(file: ArtifactFile): void {
    assertFile(file, base.files);
    const entry =
      "entry" in file
        ? file.entry
        : "parts" in file
          ? entryOfParts(file, enterParts(file.path))
          : "joined" in file
            ? joinedEntry(file, enterParts(file.path))
            : { ...enterBlob(file.bytes, file.hash), type: file.type };
    enterFile(draft, file.path, entry);
    batch.files.push(entry);
    if (draft.files.size > filesMax || draft.bytes > bytesMax) {
      throw new AppError("too_large", `The artifact exceeds the limit of ${filesMax} files and ${bytesMax} bytes.`);
    }
  }

  for (const file of taken) enter(file);
  for await (const file of files) {
    enter(file);
    if (batch.blobs.size >= batchBlobsMax || batchBytes >= batchBytesMax) {
      yield batch;
      batch = { files: [], blobs: new Map() };
      batchBytes = 0;
    }
  }
  yield batch;
}

function assertFile(file: ArtifactFile, base: ArtifactFiles): void {
  if (!isArtifactPath(file.path)) {
    throw new AppError("bad_request", `${JSON.stringify(file.path.slice(0, 200))} is not a valid file path.`);
  }
  if ("entry" in file) {
    if (!isSameEntry(base.get(file.path), file.entry)) {
      throw new AppError("conflict", `${file.path} cannot be reused: it is not part of the previous artifact.`);
    }
  } else if (file.type.length > typeCharactersMax) {
    throw new AppError("bad_request", `The media type of ${file.path} has more than ${typeCharactersMax} characters.`);
  }
}

function isSameEntry(one: FileEntry | undefined, other: FileEntry): boolean {
  return one === other || (one !== undefined && hashesOf(one) === hashesOf(other));
}

function hashesOf(entry: FileEntry): string {
  return blobsOfFile(entry)
    .map(({ hash }) => hash)
    .join();
}

function joinedEntry(
  { type, joined: { own, shared, ...seam } }: FileToJoin,
  enter: (part: FilePart) => Blob,
): FileEntry {
  const joined = { ...seam, own: enter(own), shared: enter(shared) };
  return { ...joinedBlob(joined), type, joined };
}

function entryOfParts({ type, parts }: FileInParts, enter: (part: FilePart) => Blob): FileEntry {
  const blobs = parts.map(enter);
  const list = sha256(Buffer.from(JSON.stringify(blobs)));
  return { hash: list, size: blobs.reduce((sum, { size }) => sum + size, 0), type, parts: blobs };
}

function enterFile(draft: Draft, path: string, entry: FileEntry): void {
  if (draft.files.has(path)) {
    throw new AppError("bad_request", `Two files have the path ${JSON.stringify(path)}.`);
  }
  draft.files.set(path, entry);
  draft.bytes += blobsOfFile(entry).reduce((sum, { size }) => sum + size, 0);
}
