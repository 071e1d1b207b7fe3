import type { Readable } from "node:stream";

export interface NewObject {
  key: string;
  bytes: Uint8Array;
}

export interface StoredObject {
  key: string;
  size: number;
  /** Milliseconds since the epoch by the store's clock: comparable with each other, but not with our own time. */
  modifiedAt: number;
}

/** Inclusive at both ends, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where artifacts are stored: whole objects under keys, in a folder or in an S3-compatible service. The store knows
 * nothing about artifacts; `artifact-keys.ts` defines the keys.
 *
 * An object exists completely or not at all, and is visible as soon as it was put. Once `put` has returned, or `find`
 * has reported an object, it survives a power failure.
 */
export interface ObjectStore {
  /** Replaces an existing object. After a failure some of the objects may exist, each of them complete. */
  put(objects: readonly NewObject[], signal: AbortSignal): Promise<void>;
  /** Returns the objects that exist, by key. */
  find(keys: readonly string[], signal: AbortSignal): Promise<Map<string, StoredObject>>;
  /** An object of more than `bytesMax` bytes is treated as damaged. */
  read(key: string, bytesMax: number, signal: AbortSignal): Promise<Buffer | undefined>;
  /** Uses little memory, unlike `read`. The stream may break off: compare length and hash. */
  open(key: string, range: ByteRange | undefined, signal: AbortSignal): Promise<Readable | undefined>;
  /**
   * The path of an object that is a file on this machine, for readers that need small parts of it. Stores without local
   * files don't have this method.
   */
  filePath?(key: string): string;
  /** Everything under a prefix that ends with a slash, in no particular order. */
  list(prefix: string, signal: AbortSignal): AsyncIterable<StoredObject>;
  /** A missing key is not an error. */
  remove(keys: readonly string[], signal: AbortSignal): Promise<void>;
  /** Removes everything under a prefix that ends with a slash. Nothing may be put there at the same time. */
  removeAll(prefix: string, signal: AbortSignal): Promise<void>;
  /** Throws if the store can't be used. */
  ping(signal: AbortSignal): Promise<void>;
}

const segmentsMax = 5;
const keyPattern = /^[a-z0-9_-]{1,64}(\/[a-z0-9_-]{1,64})+$/;

/**
 * Dots and empty parts are not allowed, so a key can't lead out of the store. Parts are short enough for any file
 * system.
 */
export function isKey(key: string): boolean {
  return keyPattern.test(key) && key.split("/").length <= segmentsMax;
}

export function assertKey(key: string): void {
  if (!isKey(key)) {
    throw new RangeError(`${JSON.stringify(key)} is not a valid object key.`);
  }
}

export function assertPrefix(prefix: string): void {
  if (!prefix.endsWith("/") || !isKey(`${prefix}object`)) {
    throw new RangeError(`${JSON.stringify(prefix)} is not a valid key prefix.`);
  }
}
