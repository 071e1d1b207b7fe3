import { keyMeaning, namespacePrefix } from "./artifact-keys.ts";
import { type Hold, holdNamespace, NamespaceBusy } from "./hold-namespace.ts";
import type { ObjectStore, StoredObject } from "./object-store.ts";
import { blobsOf } from "./read-artifact.ts";
import { StorageFailed } from "./storage-error.ts";

export interface CollectRequest {
  namespace: string;
  /** The digests of the artifacts to keep. */
  keep: ReadonlySet<string>;
  /** Younger artifacts and blobs are kept too, because their publisher may not have recorded them yet. */
  graceSeconds: number;
}

export interface CollectReport {
  artifactsRemoved: number;
  /** Includes blobs, and leftovers of killed processes. */
  objectsRemoved: number;
  bytesRemoved: number;
  /** The bytes that remain in the namespace. */
  bytesKept: number;
}

const objectsMax = 2_000_000;
/** The most objects that one run removes. The next run continues where this one stopped. */
const removalsMax = 100_000;
const removalBatch = 1_000;

/**
 * Removes artifacts that aren't kept, and then everything that no remaining artifact refers to. Returns undefined if
 * the namespace is being published to or collected right now.
 *
 * Removes nothing if a kept artifact is missing or damaged, because then the blobs that the artifact needs are unknown.
 */
export async function collectArtifacts(
  objects: ObjectStore,
  request: CollectRequest,
  signal: AbortSignal,
): Promise<CollectReport | undefined> {
  const { namespace } = request;
  try {
    return await holdNamespace(objects, { namespace, kind: "collect" }, signal, (hold) =>
      collectHeld(objects, request, hold),
    );
  } catch (error) {
    if (error instanceof NamespaceBusy) {
      return undefined;
    }
    throw error;
  }
}

/** Removes everything in a namespace. Nothing may be published to it afterwards. */
export async function removeArtifacts(objects: ObjectStore, namespace: string, signal: AbortSignal): Promise<void> {
  await objects.removeAll(namespacePrefix(namespace), signal);
}

async function collectHeld(objects: ObjectStore, request: CollectRequest, hold: Hold): Promise<CollectReport> {
  const { namespace, keep, graceSeconds } = request;
  const stored = await listAll(objects, namespace, hold);
  const isYoung = ({ modifiedAt }: StoredObject) => hold.since - modifiedAt < graceSeconds * 1_000;

  const staying = new Set(keep);
  for (const object of stored) {
    const meaning = keyMeaning(object.key);
    if ((meaning.kind === "manifest" || meaning.kind === "youngMark") && isYoung(object)) {
      staying.add(meaning.digest);
    }
  }
  const used = await blobsOf(objects, namespace, staying, hold.signal);

  const doomed = stored.filter((object) => {
    const meaning = keyMeaning(object.key);
    if (meaning.kind === "manifest") {
      return !staying.has(meaning.digest);
    }
    return !isYoung(object) && !(meaning.kind === "blob" && used.has(meaning.hash));
  });
  const report = await removeDoomed(objects, doomed, hold);
  return { ...report, bytesKept: stored.reduce((sum, { size }) => sum + size, 0) - report.bytesRemoved };
}

/** Everything in the namespace except this collection's own hold. */
async function listAll(objects: ObjectStore, namespace: string, { key, signal }: Hold): Promise<StoredObject[]> {
  const stored: StoredObject[] = [];
  for await (const object of objects.list(namespacePrefix(namespace), signal)) {
    if (stored.length === objectsMax) {
      throw new StorageFailed(`a namespace has more than ${objectsMax} objects`);
    }
    if (object.key !== key) {
      stored.push(object);
    }
  }
  return stored;
}

async function removeDoomed(objects: ObjectStore, doomed: readonly StoredObject[], { signal, assertHeld }: Hold) {
  const report = { artifactsRemoved: 0, objectsRemoved: 0, bytesRemoved: 0 };
  const isManifest = ({ key }: StoredObject) => keyMeaning(key).kind === "manifest";
  // Manifests go first, so an existing manifest never refers to a missing blob.
  const ordered = doomed.toSorted((a, b) => Number(isManifest(b)) - Number(isManifest(a))).slice(0, removalsMax);
  for (let start = 0; start < ordered.length; start += removalBatch) {
    const batch = ordered.slice(start, start + removalBatch);
    const keys = batch.map(({ key }) => key);
    assertHeld();
    await objects.remove(keys, signal);
    report.artifactsRemoved += batch.filter(isManifest).length;
    report.bytesRemoved += batch.reduce((sum, { size }) => sum + size, 0);
  }
  report.objectsRemoved = ordered.length - report.artifactsRemoved;
  return report;
}
