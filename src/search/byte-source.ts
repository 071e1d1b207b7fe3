/** Bytes that are read by range. Searches are synchronous, so reading is too. */
export interface ByteSource {
  /** Identifies the file in the cache, which all indexes with the same file share. */
  name: string;
  byteLength: number;
  /** The number of bytes held in memory. */
  bytesHeld: number;
  /** Returns fewer bytes than requested only at the end. */
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
