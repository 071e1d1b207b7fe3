import { crc32 } from "node:zlib";
import { lengthsPerPage } from "./field-lengths.ts";
import { segmentVersion } from "./segment-file.ts";

/** Stores the segments of an index and their list between builds. A file is either complete or absent. */
export interface IndexKeeper {
  read(name: string): Buffer | undefined;
  has(name: string): boolean;
  write(name: string, parts: readonly Uint8Array[]): void;
  /** Removes files that no build has used for a while, except those with these names. */
  prune(names: ReadonlySet<string>): void;
}

export interface KeptSegment {
  sha256: string;
  byteLength: number;
  /** For each page, a digest of all data in the segment about it. */
  identities: readonly string[];
  /** The lengths from `PageMeasure`. */
  lengths: Uint32Array;
}

/** The last index that was built. */
export interface KeptIndex {
  /** The averages that the scores were computed with. */
  averages: string;
  segments: readonly KeptSegment[];
}

interface KeptHead {
  version: number;
  averages: string;
  segments: { sha256: string; byteLength: number; pages: number }[];
}

const listName = "list";
export const identityCharacters = 32;
const fixedBytes = 8;

/**
 * Writes the list, which must be written after the segments. It consists of a checksum, the length of the JSON, the
 * JSON, and the identities and lengths of all pages.
 */
export function keepIndex(keeper: IndexKeeper, { averages, segments }: KeptIndex): void {
  const head: KeptHead = {
    version: segmentVersion,
    averages,
    segments: segments.map(({ sha256, byteLength, identities }) => ({ sha256, byteLength, pages: identities.length })),
  };
  const json = Buffer.from(JSON.stringify(head));
  const identities = segments.map((segment) => Buffer.from(segment.identities.join(""), "latin1"));
  const lengths = segments.map(({ lengths: { buffer, byteOffset, byteLength } }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  const body = Buffer.concat([json, ...identities, ...lengths]);
  keeper.write(listName, [Buffer.from(Uint32Array.of(crc32(body), json.length).buffer), body]);
  keeper.prune(new Set([listName, ...segments.map(({ sha256 }) => sha256)]));
}

/** Treats a damaged file as missing, because then the index is just built again. */
export function readKeptIndex(keeper: IndexKeeper): KeptIndex | undefined {
  const bytes = keeper.read(listName);
  if (bytes === undefined || bytes.length < fixedBytes) return undefined;
  const body = bytes.subarray(fixedBytes);
  if (crc32(body) !== bytes.readUInt32LE(0)) return undefined;
  const identitiesAt = bytes.readUInt32LE(4);
  const { version, averages, segments } = JSON.parse(body.toString("utf8", 0, identitiesAt)) as KeptHead;
  if (version !== segmentVersion) return undefined;
  const pageCount = segments.reduce((sum, { pages }) => sum + pages, 0);
  const lengthsAt = identitiesAt + pageCount * identityCharacters;
  const text = body.toString("latin1", identitiesAt, lengthsAt);
  const lengths = new Uint32Array(Uint8Array.from(body.subarray(lengthsAt)).buffer);
  let first = 0;
  const kept = segments.map(({ pages, ...segment }) => {
    const start = first;
    first += pages;
    return {
      ...segment,
      identities: Array.from({ length: pages }, (_, page) =>
        text.slice((start + page) * identityCharacters, (start + page + 1) * identityCharacters),
      ),
      lengths: lengths.subarray(start * lengthsPerPage, first * lengthsPerPage),
    };
  });
  return { averages, segments: kept.filter(({ sha256 }) => keeper.has(sha256)) };
}
