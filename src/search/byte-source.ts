import { closeSync, openSync, readSync } from "node:fs";

/** Bytes that are read by range. A search is synchronous, so reading is too. */
export interface ByteSource {
  /** What was read is cached under this name, also for other indexes with the same file. */
  name: string;
  byteLength: number;
  /** How much of it is held in memory. */
  bytesHeld: number;
  /** Returns fewer bytes than asked for only at the end. */
  read(start: number, end: number): Buffer;
}

export function bufferSource(name: string, bytes: Buffer): ByteSource {
  return {
    name,
    byteLength: bytes.length,
    bytesHeld: bytes.length,
    read: (start, end) => bytes.subarray(start, end),
  };
}

/** The file is opened for each read, so there is nothing to close. What was read is cached by `PagedBytes`. */
export function fileSource(path: string, byteLength: number): ByteSource {
  return {
    name: path,
    byteLength,
    bytesHeld: 0,
    read(start, end) {
      const descriptor = openSync(path, "r");
      try {
        const bytes = Buffer.allocUnsafeSlow(Math.max(end - start, 0));
        return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, start));
      } finally {
        closeSync(descriptor);
      }
    },
  };
}
