import { constants, crc32, deflateRawSync } from "node:zlib";
import { gzipLevel } from "./stored-file.ts";

/** Compresses a piece of a file, so that it needn't be compressed again when another piece changes. */
export function deflatePiece(bytes: Buffer): Buffer {
  // The flush ends at a whole byte and leaves the stream open, so that another piece can follow.
  return deflateRawSync(bytes, { level: gzipLevel, finishFlush: constants.Z_SYNC_FLUSH });
}

/** Joins compressed pieces to a gzip file (RFC 1952). `bytes` is the uncompressed content of all pieces. */
export function joinPieces(bytes: Buffer, pieces: readonly Buffer[]): Buffer {
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(bytes), 0);
  end.writeUInt32LE(bytes.length % 2 ** 32, 4);
  return Buffer.concat([header, ...pieces, lastBlock, end]);
}

/** A gzip header: deflate, no name, no time, unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty block that ends the stream (RFC 1951). */
const lastBlock = Buffer.from([3, 0]);
