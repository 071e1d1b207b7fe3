import { hash } from "node:crypto";
import type { BuildCache } from "./build-cache.ts";

/** The facts about a stored file that are known without reading it. */
export interface StoredHeader {
  sha256: string;
  byteLength: number;
  /** Where the banner and the sidebar go, in the document of a page. */
  bannerAt: number;
  sidebarAt: number;
}

export interface StoredEntry {
  key: string;
  header: StoredHeader;
}

const digestBytes = 32;
const headerBytes = digestBytes + 12;

export function writeStoredFile(
  cache: BuildCache,
  key: string,
  bytes: Buffer,
  { bannerAt, sidebarAt } = { bannerAt: 0, sidebarAt: 0 },
): StoredHeader {
  const header = Buffer.alloc(headerBytes);
  hash("sha256", bytes, "buffer").copy(header);
  header.writeUInt32LE(bytes.length, digestBytes);
  header.writeUInt32LE(bannerAt, digestBytes + 4);
  header.writeUInt32LE(sidebarAt, digestBytes + 8);
  cache.add({ kind: "file", key, parts: [bytes], note: header });
  return decodeHeader(header);
}

/**
 * Reads only the header, so that a build of one changed page doesn't read all other pages. `loadStoredFile` verifies
 * the checksum.
 */
export function findStoredHeader(cache: BuildCache, key: string): StoredHeader | undefined {
  const note = cache.findNote("file", key);
  return note === undefined ? undefined : decodeHeader(note);
}

/** The complete file, verified. A damaged file is dropped from the cache, so that the next build recreates it. */
export function loadStoredFile(cache: BuildCache, key: string): { bytes: Buffer; sha256: string } {
  // A render process may have written the entry after the last refresh of this process.
  const bytes = cache.readFresh("file", key);
  const note = cache.findNote("file", key);
  if (note === undefined || bytes === undefined) {
    throw new CacheDamaged("a file of the build cache is missing or damaged; build the site again");
  }
  return { bytes, sha256: decodeHeader(note).sha256 };
}

/** Files that are made in this process and read when they are needed. */
export function fileStore(cache: BuildCache) {
  const stored = (key: string, { sha256, byteLength }: StoredHeader) => {
    return { sha256, byteLength, load: () => loadStoredFile(cache, key).bytes };
  };
  return {
    find(key: string) {
      const header = findStoredHeader(cache, key);
      return header && stored(key, header);
    },
    /** Writes at once, because all files together would take as much memory as the whole project. */
    write(key: string, bytes: Buffer) {
      const header = writeStoredFile(cache, key, bytes);
      cache.flush();
      return stored(key, header);
    },
  };
}

function decodeHeader(header: Buffer): StoredHeader {
  return {
    sha256: header.toString("hex", 0, digestBytes),
    byteLength: header.readUInt32LE(digestBytes),
    bannerAt: header.readUInt32LE(digestBytes + 4),
    sidebarAt: header.readUInt32LE(digestBytes + 8),
  };
}

/** Thrown if an entry of the cache can't be read. The entry was dropped, so the next build recreates it. */
export class CacheDamaged extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CacheDamaged";
  }
}
