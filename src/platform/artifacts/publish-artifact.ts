import { AppError } from "../errors.ts";
import { blobKey, manifestKey, sha256, youngMarkKey } from "./artifact-keys.ts";
import { type Batch, type Draft, type FilesRequest, fillBatches, type KnownFiles } from "./fill-batches.ts";
import { type Hold, holdNamespace } from "./hold-namespace.ts";
import {
  blobsOfFile,
  encodeManifest,
  encodeShard,
  encodeSharded,
  type FileEntry,
  type Json,
  joinShards,
  type Manifest,
  manifestBytesMax,
  type Shard,
  shardCount,
  shardOf,
} from "./manifest.ts";
import type { ObjectStore } from "./object-store.ts";
import { recallManifest, rememberManifest } from "./read-artifact.ts";
import { StorageFailed } from "./storage-error.ts";

/** Files are read while they are stored, one batch at a time, so an update never holds all of them in memory. */
export interface PublishRequest extends FilesRequest {
  namespace: string;
  /** Additional data of the artifact, such as redirects and the not-found page. */
  extra: Json;
  /**
   * The digest of the previous artifact. Its blobs are known to exist, so they aren't looked up again, and its files
   * can be reused. To repair an artifact with lost blobs, publish without it.
   */
  base?: string;
  /** Stores the list of files in many blobs, so that a small change rewrites few of them. For sites with many files. */
  isSharded?: boolean;
}

export interface PublishedArtifact {
  digest: string;
  files: number;
  /** The total size of all files, including those that already existed. */
  bytes: number;
  filesStored: number;
  filesReused: number;
}

const storeTriesMax = 3;

/**
 * Stores the missing files, verifies that all exist, and writes the manifest last: only then does the artifact exist.
 * After any failure, the same call again produces the same artifact.
 */
export async function publishArtifact(
  objects: ObjectStore,
  request: PublishRequest,
  signal: AbortSignal,
): Promise<PublishedArtifact> {
  const { namespace } = request;
  return holdNamespace(objects, { namespace, kind: "publish" }, signal, (hold) => publishHeld(objects, request, hold));
}

async function publishHeld(objects: ObjectStore, request: PublishRequest, hold: Hold): Promise<PublishedArtifact> {
  const { namespace, extra, base } = request;
  const draft: Draft = { files: new Map(), bytes: 0 };
  let filesStored = 0;

  async function store({ files, blobs }: Batch): Promise<void> {
    const stored = await storeMissing(objects, namespace, blobs, hold.signal);
    filesStored += files.filter((entry) => blobsOfFile(entry).some(({ hash }) => stored.has(hash))).length;
  }

  const before = base === undefined ? undefined : await recallManifest(objects, namespace, base, hold.signal);
  // One batch is stored while the next one is filled.
  let storing = Promise.resolve();
  try {
    for await (const batch of fillBatches(request, knownFiles(before), draft)) {
      await storing;
      storing = store(batch);
      // The failure is handled here or at the next batch; until then it must not be an unhandled rejection.
      storing.catch(() => {});
    }
  } finally {
    await storing;
  }

  const { files, bytes } = draft;
  const shards = request.isSharded && (await storeShards(objects, namespace, files, before?.shards, hold.signal));
  const manifest = shards ? encodeSharded({ extra, shards }) : encodeManifest({ files, extra });
  const digest = await writeManifest(objects, namespace, manifest, hold);
  const published = shards ? { files: joinShards(shards), shards } : { files };
  // Remembered in the form in which it would be read: without properties that are undefined.
  rememberManifest(objects, namespace, digest, { ...published, extra: JSON.parse(JSON.stringify(extra)) as Json });
  return { digest, files: files.size, bytes, filesStored, filesReused: files.size - filesStored };
}

/**
 * For an artifact with shards, the set of blobs stays empty: collecting all its hashes would take longer than looking
 * up the few blobs that changed.
 */
function knownFiles({ files, shards }: Pick<Manifest, "files" | "shards"> = { files: new Map() }): KnownFiles {
  const listed = shards === undefined ? [...files.values()] : [];
  return { files, blobs: new Set(listed.flatMap(blobsOfFile).map(({ hash }) => hash)) };
}

/** Stores the shards whose files have changed. The others are reused without being encoded. */
async function storeShards(
  objects: ObjectStore,
  namespace: string,
  files: ReadonlyMap<string, FileEntry>,
  before: readonly Shard[] | undefined,
  signal: AbortSignal,
): Promise<Shard[]> {
  const groups = Array.from({ length: shardCount }, () => new Map<string, FileEntry>());
  for (const [path, entry] of files) groups[shardOf(path)]?.set(path, entry);
  const changed = new Map<string, Buffer>();
  const shards = groups.map((group, number): Shard => {
    const known = before?.[number];
    if (known !== undefined && hasSameEntries(known.files, group)) return known;
    const bytes = encodeShard(group);
    const hash = sha256(bytes);
    changed.set(hash, bytes);
    return { hash, size: bytes.byteLength, files: group };
  });
  if (shards.reduce((sum, { size }) => sum + size, 0) > manifestBytesMax) throw tooManyFiles();
  await storeMissing(objects, namespace, changed, signal);
  return shards;
}

function hasSameEntries(one: ReadonlyMap<string, FileEntry>, other: ReadonlyMap<string, FileEntry>): boolean {
  return one.size === other.size && [...one].every(([path, entry]) => other.get(path) === entry);
}

/** Returns the hashes of the blobs that had to be stored. At the end, all given blobs exist at full length. */
async function storeMissing(
  objects: ObjectStore,
  namespace: string,
  blobs: ReadonlyMap<string, Uint8Array>,
  signal: AbortSignal,
): Promise<Set<string>> {
  const wanted = [...blobs].map(([hash, bytes]) => ({ hash, key: blobKey(namespace, hash), bytes }));

  async function findMissing(among: typeof wanted): Promise<typeof wanted> {
    const keys = among.map(({ key }) => key);
    const found = await objects.find(keys, signal);
    // A blob of the wrong length is incomplete, whatever the store reported.
    return among.filter(({ key, bytes }) => found.get(key)?.size !== bytes.byteLength);
  }

  const missing = await findMissing(wanted);
  let left = missing;
  for (let tries = 0; left.length > 0; tries++) {
    if (tries === storeTriesMax) {
      throw acceptedButNotThere();
    }
    await objects.put(left, signal);
    // A folder has stored all of it. Another store may have reported a success too early.
    left = objects.filePath === undefined ? await findMissing(left) : [];
  }
  return new Set(missing.map(({ hash }) => hash));
}

/**
 * An intact manifest isn't written again, because a site may be served from it, and the store may fail halfway. Instead,
 * a mark makes the artifact count as young for the next collection.
 */
async function writeManifest(objects: ObjectStore, namespace: string, bytes: Buffer, { signal, assertHeld }: Hold) {
  if (bytes.byteLength > manifestBytesMax) {
    throw tooManyFiles();
  }
  const digest = sha256(bytes);
  const key = manifestKey(namespace, digest);
  const isIntact = async () => {
    const stored = await objects.read(key, manifestBytesMax, signal);
    return stored !== undefined && sha256(stored) === digest;
  };
  if (await isIntact()) {
    assertHeld();
    await objects.put([{ key: youngMarkKey(namespace, digest), bytes: Buffer.from(digest) }], signal);
    return digest;
  }
  for (let tries = 0; tries < storeTriesMax; tries++) {
    assertHeld();
    await objects.put([{ key, bytes }], signal);
    if (await isIntact()) {
      return digest;
    }
  }
  throw acceptedButNotThere();
}

function tooManyFiles(): AppError {
  return new AppError(
    "too_large",
    `The site has too many files: the list of files exceeds ${manifestBytesMax} bytes. Remove some files.`,
  );
}

function acceptedButNotThere(): StorageFailed {
  return new StorageFailed("an object it accepted is missing or incomplete");
}
