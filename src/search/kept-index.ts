import { crc32 } from "node:zlib";
import { lengthsPerPage } from "./field-lengths.ts";
import { decodeIndex, type IndexParts, SearchIndexDamaged } from "./index-format.ts";

/** The index of an earlier build, with what is needed to reuse its pages. */
export interface KeptIndex {
  /** For each page, a digest of everything its passages and postings depend on. */
  identities: readonly string[];
  /** From `measurePages`. */
  lengths: Uint32Array;
  parts: IndexParts;
}

/** Stores the index between builds. */
export interface IndexKeeper {
  read(): Buffer | undefined;
  write(parts: readonly Uint8Array[]): void;
}

const identityCharacters = 64;
const headBytes = 8;
/** Larger ones are rebuilt each time: holding two in memory would cost more than it saves. */
const keptBytesMax = 128 * 1024 * 1024;

/** Stores the index for the next build: a checksum, the page count, lengths, identities, then the index. */
export function keepIndex(keeper: IndexKeeper, kept: Omit<KeptIndex, "parts">, index: Buffer): void {
  if (index.length > keptBytesMax) return;
  const { identities, lengths } = kept;
  const body = Buffer.concat([
    Buffer.from(Uint32Array.of(identities.length).buffer),
    Buffer.from(lengths.buffer, lengths.byteOffset, lengths.byteLength),
    Buffer.from(identities.join(""), "latin1"),
  ]);
  keeper.write([Buffer.from(Uint32Array.of(crc32(body)).buffer), body, index]);
}

/** A damaged file costs only time, so it is treated as missing. */
export function readKeptIndex(keeper: IndexKeeper): KeptIndex | undefined {
  const bytes = keeper.read();
  if (bytes === undefined || bytes.length < headBytes || bytes.length > 2 * keptBytesMax) return undefined;
  const pageCount = bytes.readUInt32LE(4);
  const identitiesAt = headBytes + pageCount * lengthsPerPage * 4;
  const indexAt = identitiesAt + pageCount * identityCharacters;
  if (indexAt > bytes.length || crc32(bytes.subarray(4, indexAt)) !== bytes.readUInt32LE(0)) return undefined;
  const parts = decodeKept(bytes.subarray(indexAt));
  if (parts === undefined || parts.pageFlags.length !== pageCount) return undefined;
  const text = bytes.toString("latin1", identitiesAt, indexAt);
  return {
    identities: Array.from({ length: pageCount }, (_, page) =>
      text.slice(page * identityCharacters, (page + 1) * identityCharacters),
    ),
    lengths: new Uint32Array(Uint8Array.from(bytes.subarray(headBytes, identitiesAt)).buffer),
    parts,
  };
}

function decodeKept(bytes: Buffer): IndexParts | undefined {
  try {
    return decodeIndex(bytes);
  } catch (error) {
    if (error instanceof SearchIndexDamaged) return undefined;
    throw error;
  }
}
