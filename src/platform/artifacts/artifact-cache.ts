import { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import { compress, type Encoding, isCompressible } from "../compress.ts";
import { joinFile } from "../join-file.ts";
import { blobKey } from "./artifact-keys.ts";
import { type Blob, blobsOfFile, type FileEntry, type Manifest } from "./manifest.ts";
import type { ByteRange, ObjectStore } from "./object-store.ts";
import { openBlob, readBlob, readParts, recallManifest } from "./read-artifact.ts";
import { abortedError } from "./storage-error.ts";

/** The hash is also the strong ETag. That of a compressed file names the encoding. */
export interface ServedFile extends Blob {
  type: string;
  /** Undefined for the uncompressed file. */
  encoding: Encoding | undefined;
  /**
   * Small files are returned as bytes, large ones as a stream. A file that isn't compressed is read only now, so a 304
   * costs nothing.
   */
  open(range: ByteRange | undefined, signal: AbortSignal): Promise<Buffer | Readable>;
  /** The path of the file, if it is on this machine. */
  filePath?: string | undefined;
  /** The whole file, if it is already in memory. */
  inMemory(): Buffer | undefined;
}

export interface ArtifactCache {
  getManifest(namespace: string, digest: string, signal: AbortSignal): Promise<Manifest>;
  /** The file in the first accepted encoding, if it is worth compressing; undefined if the path doesn't exist. */
  findFile(request: FileRequest, signal: AbortSignal): Promise<ServedFile | undefined>;
}

interface FileRequest {
  namespace: string;
  digest: string;
  path: string;
  /** The encodings the client accepts, best first. */
  accepted: readonly Encoding[];
}

/** Makes files that an artifact contains only as descriptions, because most of them are never read. */
export interface FileMaker {
  /** The media types of the descriptions, and of the files made from them. */
  descriptionType: string;
  type: string;
  /** @param read Reads a file of the same artifact. Undefined if the file is missing or too large. */
  make(
    namespace: string,
    description: Buffer,
    read: (path: string, bytesMax: number) => Promise<Buffer | undefined>,
  ): Promise<Buffer>;
}

export interface ArtifactCacheLimits {
  manifestBytesMax: number;
  blobBytesMax: number;
}

const limitsDefault: ArtifactCacheLimits = { manifestBytesMax: 128 * 1024 * 1024, blobBytesMax: 64 * 1024 * 1024 };
/** Larger files are streamed, so they don't evict small ones. */
const cachedFileBytesMax = 512 * 1024;
/** Larger files are sent as they are: compressing them takes too long while someone waits. */
const compressedFileBytesMax = 4 * 1024 * 1024;
const compressedFileBytesMin = 256;
const readSeconds = 60;
// Measured: a parsed entry with three encodings takes about 550 bytes.
const entryBytes = 150;
const formBytes = 130;

/**
 * The artifact files that a serving node keeps in memory. Artifacts never change, so entries are evicted but never
 * become stale. Concurrent requests for the same object share one read.
 */
export function createArtifactCache(
  objects: ObjectStore,
  limits: Partial<ArtifactCacheLimits> = {},
  maker?: FileMaker,
): ArtifactCache {
  const { manifestBytesMax, blobBytesMax } = { ...limitsDefault, ...limits };
  const manifests = new LRUCache<string, Manifest>({ maxSize: manifestBytesMax, sizeCalculation: manifestBytes });
  const blobs = new LRUCache<string, Buffer>({
    maxSize: blobBytesMax,
    sizeCalculation: ({ byteLength }) => byteLength + entryBytes,
  });
  const readManifests = shareReads(manifests);
  const readBlobs = shareReads(blobs);

  function manifestOf(namespace: string, digest: string, signal: AbortSignal): Promise<Manifest> {
    const read = (shared: AbortSignal) => recallManifest(objects, namespace, digest, shared);
    return readManifests(`${namespace}/${digest}`, signal, read);
  }

  /** Files are compressed when they are first read, because most versions of most pages are never read. */
  function openCompressed(namespace: string, entry: FileEntry, encoding: Encoding, signal: AbortSignal) {
    return readBlobs(`${namespace}/${compressedHash(entry, encoding)}`, signal, async (shared) =>
      compress(await readWhole(namespace, entry, shared), encoding, entry.type),
    );
  }

  async function readWhole(namespace: string, entry: FileEntry, signal: AbortSignal): Promise<Buffer> {
    const { joined } = entry;
    if (joined === undefined) return readBlob(objects, namespace, entry, signal);
    const [own, shared] = await Promise.all([
      readBlob(objects, namespace, joined.own, signal),
      readCached(namespace, joined.shared, signal),
    ]);
    return joinFile(own, shared, joined);
  }

  function readCached(namespace: string, entry: FileEntry | Blob, signal: AbortSignal): Promise<Buffer> {
    return readBlobs(`${namespace}/${entry.hash}`, signal, (shared) =>
      "type" in entry ? readWhole(namespace, entry, shared) : readBlob(objects, namespace, entry, shared),
    );
  }

  async function open(namespace: string, entry: FileEntry, range: ByteRange | undefined, signal: AbortSignal) {
    if (entry.size > cachedFileBytesMax && entry.joined === undefined) {
      return openBlob(objects, namespace, entry, range, signal);
    }
    const bytes = await readCached(namespace, entry, signal);
    return range ? bytes.subarray(range.start, range.end + 1) : bytes;
  }

  /** A described file is made when it is first read, and kept in memory like a compressed one. */
  async function findMade(
    { type, make }: FileMaker,
    namespace: string,
    { files }: Manifest,
    entry: FileEntry,
    signal: AbortSignal,
  ): Promise<ServedFile> {
    const hash = `${entry.hash}-made`;
    const openWhole = (opening: AbortSignal) =>
      readBlobs(`${namespace}/${hash}`, opening, async (shared) => {
        const description = await readWhole(namespace, entry, shared);
        return make(namespace, description, async (path, bytesMax) => {
          const file = files.get(path);
          return file === undefined || file.size > bytesMax ? undefined : readWhole(namespace, file, shared);
        });
      });
    const { byteLength: size } = await openWhole(signal);
    return {
      type,
      encoding: undefined,
      hash,
      size,
      open: async (range, opening) => {
        const bytes = await openWhole(opening);
        return range ? bytes.subarray(range.start, range.end + 1) : bytes;
      },
      inMemory: () => blobs.get(`${namespace}/${hash}`),
    };
  }

  return {
    getManifest: manifestOf,

    async findFile({ namespace, digest, path, accepted }, signal) {
      const manifest = await manifestOf(namespace, digest, signal);
      const entry = manifest.files.get(path);
      if (!entry) {
        return undefined;
      }
      if (entry.type === maker?.descriptionType) return findMade(maker, namespace, manifest, entry, signal);
      const { type, size, hash, parts } = entry;
      const encoding = isWorthCompressing(entry) ? accepted[0] : undefined;
      if (encoding !== undefined) {
        const openWhole = (opening: AbortSignal) => openCompressed(namespace, entry, encoding, opening);
        const { byteLength } = await openWhole(signal);
        const compressed = compressedHash(entry, encoding);
        return {
          type,
          encoding,
          hash: compressed,
          size: byteLength,
          open: (_range, opening) => openWhole(opening),
          inMemory: () => blobs.get(`${namespace}/${compressed}`),
        };
      }
      return {
        type,
        encoding,
        hash,
        size,
        open: async (range, openSignal) =>
          parts === undefined
            ? open(namespace, entry, range, openSignal)
            : Readable.from(readParts(objects, namespace, parts, range, openSignal), { objectMode: false }),
        filePath:
          parts === undefined && entry.joined === undefined ? objects.filePath?.(blobKey(namespace, hash)) : undefined,
        inMemory: () => blobs.get(`${namespace}/${hash}`),
      };
    },
  };
}

function isWorthCompressing({ type, size, parts }: FileEntry): boolean {
  return (
    parts === undefined && isCompressible(type) && size >= compressedFileBytesMin && size <= compressedFileBytesMax
  );
}

function compressedHash({ hash }: Blob, encoding: Encoding): string {
  return `${hash}-${encoding}`;
}

/** Approximate size in memory. */
function manifestBytes({ files }: Manifest): number {
  let bytes = entryBytes;
  for (const [path, entry] of files) {
    bytes += entryBytes + path.length + blobsOfFile(entry).length * formBytes;
  }
  return bytes;
}

type SharedRead<Value> = (
  key: string,
  signal: AbortSignal,
  read: (shared: AbortSignal) => Promise<Value>,
) => Promise<Value>;

/** Reads through the cache. If one caller aborts, the read continues for the others and for the cache. */
function shareReads<Value extends object>(cache: LRUCache<string, Value>): SharedRead<Value> {
  const running = new Map<string, Promise<Value>>();

  async function start(key: string, read: (shared: AbortSignal) => Promise<Value>): Promise<Value> {
    try {
      const value = await read(AbortSignal.timeout(readSeconds * 1_000));
      cache.set(key, value);
      return value;
    } finally {
      running.delete(key);
    }
  }

  return async (key, signal, read) => {
    signal.throwIfAborted();
    const cached = cache.get(key);
    if (cached) {
      return cached;
    }
    const reading = running.get(key) ?? start(key, read);
    running.set(key, reading);
    return untilAborted(reading, signal);
  };
}

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(abortedError(signal));
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
