import { AppError } from "../errors.ts";
import { blobKey, manifestKey, sha256 } from "./artifact-keys.ts";
import { type Batch, type Draft, type FilesRequest, fillBatches } from "./fill-batches.ts";
import { type Hold, holdNamespace } from "./hold.ts";
import { encodeManifest, formsOf, type Json, manifestBytesMax } from "./manifest.ts";
import type { ObjectStore } from "./object-store.ts";
import { blobsOf } from "./read-artifact.ts";
import { StorageFailed } from "./storage-error.ts";

/** The files are read as they are stored, a batch at a time: an update need not hold them all in memory. */
export interface PublishRequest extends FilesRequest {
  namespace: string;
  /** What else belongs to the artifact: redirects, the page for "not found". */
  extra: Json;
  /**
   * The digest of the artifact that this one follows. Its blobs are there, since it is: they are not looked for again,
   * and files may be taken over from it. To heal an artifact whose blobs were lost, publish without.
   */
  base?: string;
}

export interface PublishedArtifact {
  digest: string;
  files: number;
  /** Of all files in all their forms, also of those that were there already. */
  bytes: number;
  filesStored: number;
  filesReused: number;
}

const storeTriesMax = 3;

/**
 * Stores the files that are not there yet, sees that all are, and writes the manifest last: the artifact exists from
 * then on and not before. Whatever breaks on the way, the same call again ends with the same artifact.
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
    filesStored += files.filter((entry) => formsOf(entry).some(({ hash }) => stored.has(hash))).length;
  }

  const known = await blobsOf(objects, namespace, base === undefined ? [] : [base], hold.signal);
  // One batch is stored while the next is filled.
  let storing = Promise.resolve();
  try {
    for await (const batch of fillBatches(request, known, draft)) {
      await storing;
      storing = store(batch);
      // Its failure is met here or at the next batch; until then it is nobody's.
      storing.catch(() => {});
    }
  } finally {
    await storing;
  }

  const { files, bytes } = draft;
  const digest = await writeManifest(objects, namespace, encodeManifest({ files, extra }), hold);
  return { digest, files: files.size, bytes, filesStored, filesReused: files.size - filesStored };
}

/** The hashes of the blobs that had to be stored. All are there at the end, at their full length. */
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
    // A blob of another length is half of one, whatever the store said when it took it.
    return among.filter(({ key, bytes }) => found.get(key)?.size !== bytes.byteLength);
  }

  const missing = await findMissing(wanted);
  let left = missing;
  for (let tries = 0; left.length > 0; tries++) {
    if (tries === storeTriesMax) {
      throw acceptedButNotThere();
    }
    await objects.put(left, signal);
    left = await findMissing(left);
  }
  return new Set(missing.map(({ hash }) => hash));
}

/** Also written if it is there already: an artifact that is published again is as young as a new one to a collection. */
async function writeManifest(
  objects: ObjectStore,
  namespace: string,
  bytes: Buffer,
  { signal, assertHeld }: Hold,
): Promise<string> {
  if (bytes.byteLength > manifestBytesMax) {
    throw new AppError(
      "too_large",
      `The site has too many files: the list of them may have ${manifestBytesMax} bytes; leave some out.`,
    );
  }
  const digest = sha256(bytes);
  const key = manifestKey(namespace, digest);
  for (let tries = 0; tries < storeTriesMax; tries++) {
    assertHeld();
    await objects.put([{ key, bytes }], signal);
    const written = await objects.read(key, manifestBytesMax, signal);
    if (written && sha256(written) === digest) {
      return digest;
    }
  }
  throw acceptedButNotThere();
}

function acceptedButNotThere(): StorageFailed {
  return new StorageFailed("what it accepted is not there, or not whole");
}
