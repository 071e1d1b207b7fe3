import { AppError } from "../errors.ts";
import { sha256 } from "./artifact-keys.ts";
import { type Blob, type FileEntry, formsOf, isArtifactPath, typeCharactersMax } from "./manifest.ts";

export interface NewFile {
  /** Relative, separated by `/`. */
  path: string;
  bytes: Uint8Array;
  /** As in the Content-Type header. */
  type: string;
  gzip?: Uint8Array;
  brotli?: Uint8Array;
}

/** A file reused from the base artifact, with nothing to render, compress, hash or store. */
interface TakenFile {
  path: string;
  entry: FileEntry;
}

export type ArtifactFile = NewFile | TakenFile;

export interface FilesRequest {
  files: AsyncIterable<ArtifactFile> | Iterable<ArtifactFile>;
  filesMax: number;
  bytesMax: number;
}

/** The manifest so far. */
export interface Draft {
  files: Map<string, FileEntry>;
  /** Total of all files in all encodings. */
  bytes: number;
}

/** Blobs that may have to be stored, and the files that need them. */
export interface Batch {
  files: FileEntry[];
  blobs: Map<string, Uint8Array>;
}

const batchBlobsMax = 750;
const batchBytesMax = 16 * 1024 * 1024;

/** Adds every file to the draft and yields the blobs that aren't known to exist, in batches. */
export async function* fillBatches(
  { files, filesMax, bytesMax }: FilesRequest,
  known: ReadonlySet<string>,
  draft: Draft,
): AsyncGenerator<Batch> {
  let batch: Batch = { files: [], blobs: new Map() };
  let batchBytes = 0;

  function enterBlob(bytes: Uint8Array): Blob {
    const hash = sha256(bytes);
    if (!known.has(hash)) {
      batch.blobs.set(hash, bytes);
      batchBytes += bytes.byteLength;
    }
    return { hash, size: bytes.byteLength };
  }

  for await (const file of files) {
    assertFile(file, known);
    const entry = "entry" in file ? file.entry : newEntry(file, enterBlob);
    enterFile(draft, file.path, entry);
    batch.files.push(entry);
    if (draft.files.size > filesMax || draft.bytes > bytesMax) {
      throw new AppError("too_large", `The artifact exceeds the limit of ${filesMax} files and ${bytesMax} bytes.`);
    }
    if (batch.blobs.size >= batchBlobsMax || batchBytes >= batchBytesMax) {
      yield batch;
      batch = { files: [], blobs: new Map() };
      batchBytes = 0;
    }
  }
  yield batch;
}

function assertFile(file: ArtifactFile, known: ReadonlySet<string>): void {
  if (!isArtifactPath(file.path)) {
    throw new AppError("bad_request", `${JSON.stringify(file.path.slice(0, 200))} is not a valid file path.`);
  }
  if ("entry" in file) {
    if (!formsOf(file.entry).every(({ hash }) => known.has(hash))) {
      throw new AppError("conflict", `${file.path} cannot be reused: it is not part of the previous artifact.`);
    }
  } else if (file.type.length > typeCharactersMax) {
    throw new AppError("bad_request", `The media type of ${file.path} has more than ${typeCharactersMax} characters.`);
  }
}

function newEntry({ bytes, type, gzip, brotli }: NewFile, enterBlob: (bytes: Uint8Array) => Blob): FileEntry {
  return {
    ...enterBlob(bytes),
    type,
    ...(gzip && { gzip: enterBlob(gzip) }),
    ...(brotli && { brotli: enterBlob(brotli) }),
  };
}

function enterFile(draft: Draft, path: string, entry: FileEntry): void {
  if (draft.files.has(path)) {
    throw new AppError("bad_request", `Two files have the path ${JSON.stringify(path)}.`);
  }
  draft.files.set(path, entry);
  draft.bytes += formsOf(entry).reduce((sum, { size }) => sum + size, 0);
}
