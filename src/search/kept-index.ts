import { crc32 } from "node:zlib";
import { lengthsPerPage } from "./field-lengths.ts";
import { decodeIndex, type IndexParts } from "./index-format.ts";
import { SearchIndexDamaged } from "./search-index-damaged.ts";

/** An index of an earlier build, with what tells which of its pages are the same in another. */
export interface KeptIndex {
  /** For each page a digest of everything that its passages and postings come from. */
  identities: readonly string[];
  /** As `measurePages` tells them. */
  lengths: Uint32Array;
  parts: IndexParts;
}

/** Where it lies between builds. */
export interface IndexKeeper {
  read(): Buffer | undefined;
  write(parts: readonly Uint8Array[]): void;
}

const identityCharacters = 64;
const headBytes = 8;
/** Larger ones are made anew each time: to have two of them in memory would cost more than it saves. */
const keptBytesMax = 128 * 1024 * 1024;

/** Writes the index down for the next build: a checksum, how many pages there are, their lengths, identities, the index. */
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

/** Nothing is lost with it but time, so whatever is wrong with it, it counts as not there. */
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
