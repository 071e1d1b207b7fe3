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
