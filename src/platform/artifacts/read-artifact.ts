import { createHash } from "node:crypto";
import { pipeline, type Readable, Transform } from "node:stream";
import { LRUCache } from "lru-cache";
import { forEachParallel } from "../for-each-parallel.ts";
import { blobKey, isHash, manifestKey, sha256 } from "./artifact-keys.ts";
import {
  type Blob,
  blobsOfFile,
  decodeManifest,
  decodeShard,
  joinShards,
  type Manifest,
  manifestBytesMax,
  type Shard,
} from "./manifest.ts";
import type { ByteRange, ObjectStore } from "./object-store.ts";
import { ArtifactDamaged, ArtifactMissing } from "./storage-error.ts";

const manifestReadsMax = 4;

/** The manifest of an artifact, checked against its digest. */
export async function getManifest(
  objects: ObjectStore,
  namespace: string,
  digest: string,
  signal: AbortSignal,
): Promise<Manifest> {
  const bytes = isHash(digest)
    ? await objects.read(manifestKey(namespace, digest), manifestBytesMax, signal)
    : undefined;
  if (!bytes) {
    throw new ArtifactMissing();
  }
  const decoded = decodeManifest(bytes, digest);
  if ("files" in decoded) {
    return decoded;
  }
  const shards = await readShards(objects, namespace, decoded.shards, signal);
  return { extra: decoded.extra, files: joinShards(shards), shards };
}

/**
 * The manifest of an artifact that must exist, such as that of a published site. If this process has already read or
 * published the manifest, it isn't read again.
 */
export async function recallManifest(objects: ObjectStore, namespace: string, digest: string, signal: AbortSignal) {
  const known = listsOf(objects).get(`${namespace}/${digest}`);
  if (known !== undefined && "extra" in known) return known;
  const manifest = await getManifest(objects, namespace, digest, signal);
  rememberManifest(objects, namespace, digest, manifest);
  return manifest;
}

/**
 * Whether the store still has an artifact, judged by its manifest and up to this many of its blobs. If not, the store was
 * lost, and this process forgets the whole namespace.
 */
export async function isStored(
  objects: ObjectStore,
  { namespace, digest, blobsMax }: { namespace: string; digest: string; blobsMax: number },
  signal: AbortSignal,
): Promise<boolean> {
  const manifest = await recallManifest(objects, namespace, digest, signal).catch((error: unknown) => {
    if (!(error instanceof ArtifactDamaged)) throw error;
  });
  if (manifest !== undefined) {
    const blobs = [...(manifest.shards ?? []), ...[...manifest.files.values()].flatMap(blobsOfFile)];
    const step = Math.ceil(blobs.length / blobsMax);
    const checked = blobs.filter((_, index) => index % step === 0).map(({ hash }) => blobKey(namespace, hash));
    const keys = new Set([manifestKey(namespace, digest), ...checked]);
    if ((await objects.find([...keys], signal)).size === keys.size) return true;
  }
  const lists = listsOf(objects);
  for (const key of [...lists.keys()].filter((each) => each.startsWith(`${namespace}/`))) lists.delete(key);
  return false;
}

/**
 * For a sharded manifest only the shards are remembered: the whole manifest would keep shards in memory that later
 * artifacts have replaced.
 */
export function rememberManifest(objects: ObjectStore, namespace: string, digest: string, manifest: Manifest): void {
  if (manifest.shards === undefined) {
    listsOf(objects).set(`${namespace}/${digest}`, manifest, { size: entryBytes * (manifest.files.size + 1) });
  } else for (const shard of manifest.shards) rememberShard(objects, namespace, shard);
}

function rememberShard(objects: ObjectStore, namespace: string, shard: Shard): void {
  listsOf(objects).set(`${namespace}/${shard.hash}`, shard, { size: Math.ceil(shard.size * parsedShare) });
}

/** Lists never change, and most shards are the same in the next artifact, so all readers of a store share them. */
const knownLists = new WeakMap<ObjectStore, LRUCache<string, Shard | Manifest>>();
const listsBytesMax = 96 * 1024 * 1024;
// Measured: a parsed entry takes 1.6 times the memory of its JSON.
const parsedShare = 1.6;
const entryBytes = 700;
const shardReadsMax = 16;

function listsOf(objects: ObjectStore): LRUCache<string, Shard | Manifest> {
  const known = knownLists.get(objects) ?? new LRUCache<string, Shard | Manifest>({ maxSize: listsBytesMax });
  knownLists.set(objects, known);
  return known;
}

async function readShards(objects: ObjectStore, namespace: string, blobs: readonly Blob[], signal: AbortSignal) {
  const shards: Shard[] = [];
  await forEachParallel(blobs.entries(), shardReadsMax, signal, async ([number, blob]) => {
    const list = listsOf(objects).get(`${namespace}/${blob.hash}`);
    if (list !== undefined && "hash" in list) {
      shards[number] = list;
      return;
    }
    if (blob.size > manifestBytesMax) throw new ArtifactDamaged();
    const { hash, size } = blob;
    const shard = { hash, size, files: decodeShard(await readBlob(objects, namespace, blob, signal)) };
    rememberShard(objects, namespace, shard);
    shards[number] = shard;
  });
  return shards;
}

/** The hashes of all blobs that these artifacts refer to. */
export async function blobsOf(objects: ObjectStore, namespace: string, digests: Iterable<string>, signal: AbortSignal) {
  const hashes = new Set<string>();
  await forEachParallel(digests, manifestReadsMax, signal, async (digest) => {
    const { files, shards } = await getManifest(objects, namespace, digest, signal);
    for (const list of shards === undefined ? [files] : shards.flatMap((shard) => addShard(shard, hashes))) {
      for (const entry of list.values()) {
        for (const { hash } of blobsOfFile(entry)) hashes.add(hash);
      }
    }
  });
  return hashes;
}

/** Artifacts share most shards, so each shard is processed only once. */
function addShard({ hash, files }: Shard, hashes: Set<string>): Shard["files"][] {
  const isNew = !hashes.has(hash);
  hashes.add(hash);
  return isNew ? [files] : [];
}

/** A whole blob, checked against its hash. */
export async function readBlob(objects: ObjectStore, namespace: string, blob: Blob, signal: AbortSignal) {
  const bytes = await objects.read(blobKey(namespace, blob.hash), blob.size, signal);
  if (bytes?.byteLength !== blob.size || sha256(bytes) !== blob.hash) {
    throw new ArtifactDamaged();
  }
  return bytes;
}

/**
 * A blob, or a range of it, as a stream. If the bytes don't match the blob, the stream fails at the end, so that the
 * sender breaks the connection instead of completing a wrong file. For a range only the length is checked.
 */
export async function openBlob(
  objects: ObjectStore,
  namespace: string,
  blob: Blob,
  range: ByteRange | undefined,
  signal: AbortSignal,
): Promise<Readable> {
  const stream = await objects.open(blobKey(namespace, blob.hash), range, signal);
  if (!stream) {
    throw new ArtifactDamaged();
  }
  const expected = range ? { size: range.end - range.start + 1 } : blob;
  return pipeline(stream, verification(expected), () => {});
}

/** A file that is stored in parts, or a range of it. Only one part is in memory at a time. */
export async function* readParts(
  objects: ObjectStore,
  namespace: string,
  parts: readonly Blob[],
  range: ByteRange | undefined,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let start = 0;
  for (const part of parts) {
    const from = Math.max((range?.start ?? 0) - start, 0);
    const to = Math.min((range?.end ?? Number.POSITIVE_INFINITY) + 1 - start, part.size);
    if (from < to) {
      yield (await readBlob(objects, namespace, part, signal)).subarray(from, to);
    }
    start += part.size;
  }
}

function verification({ size, hash }: { size: number; hash?: string }): Transform {
  const digest = createHash("sha256");
  let sizeLeft = size;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeLeft -= chunk.byteLength;
      if (hash !== undefined) {
        digest.update(chunk);
      }
      if (sizeLeft < 0) {
        done(new ArtifactDamaged());
      } else {
        done(null, chunk);
      }
    },
    flush(done) {
      const isWhole = sizeLeft === 0 && (hash === undefined || digest.digest("hex") === hash);
      done(isWhole ? null : new ArtifactDamaged());
    },
  });
}
