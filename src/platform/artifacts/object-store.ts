import type { Readable } from "node:stream";

export interface NewObject {
  key: string;
  bytes: Uint8Array;
}

export interface StoredObject {
  key: string;
  size: number;
  /** Milliseconds since the epoch by the clock of the store: comparable with each other, not with our own time. */
  modifiedAt: number;
}

/** Both ends belong to the range, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where artifacts lie: whole objects under keys, in a folder or in an S3-compatible service. It knows nothing of
 * artifacts; what a key means is in `artifact-keys.ts`.
 *
 * An object is there as a whole or not at all, and whoever asks after it was put sees it. Once `put` has returned, or
 * `find` has reported it, it survives a power failure.
 */
export interface ObjectStore {
  /** An object of the same key is replaced. If it fails, any part of the objects may be there, each of them whole. */
  put(objects: readonly NewObject[], signal: AbortSignal): Promise<void>;
  /** Those of the keys that are there. */
  find(keys: readonly string[], signal: AbortSignal): Promise<Map<string, StoredObject>>;
  /** An object of more than `bytesMax` bytes is damaged: nobody has put one. */
  read(key: string, bytesMax: number, signal: AbortSignal): Promise<Buffer | undefined>;
  /** Unlike `read` it holds little in memory, and what it gives may break off: compare length and hash. */
  open(key: string, range: ByteRange | undefined, signal: AbortSignal): Promise<Readable | undefined>;
  /** Everything below a prefix that ends with a slash, in no order. */
  list(prefix: string, signal: AbortSignal): AsyncIterable<StoredObject>;
  /** A key that is not there is no error. */
  remove(keys: readonly string[], signal: AbortSignal): Promise<void>;
  /** Removes everything below a prefix that ends with a slash. Nothing may be put there at the same time. */
  removeAll(prefix: string, signal: AbortSignal): Promise<void>;
  /** Throws if the store cannot be used. */
  ping(signal: AbortSignal): Promise<void>;
}

const segmentsMax = 5;
const keyPattern = /^[a-z0-9_-]{1,64}(\/[a-z0-9_-]{1,64})+$/;

/** No dots and no empty parts: a key can never lead out of the store. Its parts are short enough for any file system. */
export function isKey(key: string): boolean {
  return keyPattern.test(key) && key.split("/").length <= segmentsMax;
}

export function assertKey(key: string): void {
  if (!isKey(key)) {
    throw new RangeError(`${JSON.stringify(key)} is not a key of an object.`);
  }
}

export function assertPrefix(prefix: string): void {
  if (!prefix.endsWith("/") || !isKey(`${prefix}object`)) {
    throw new RangeError(`${JSON.stringify(prefix)} is not a prefix of keys.`);
  }
}
