import { closeSync, openSync, readSync } from "node:fs";
import type { ByteSource } from "./byte-source.ts";

/** The file is opened for each read, so nothing has to be closed. `PagedBytes` caches the bytes. */
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
