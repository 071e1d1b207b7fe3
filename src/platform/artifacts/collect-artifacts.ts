import { keyMeaning, namespacePrefix } from "./artifact-keys.ts";
import { type Hold, holdNamespace, NamespaceBusy } from "./hold.ts";
import type { ObjectStore, StoredObject } from "./object-store.ts";
import { blobsOf } from "./read-artifact.ts";
import { StorageFailed } from "./storage-error.ts";

export interface CollectRequest {
  namespace: string;
  /** The digests of the artifacts that stay. */
  keep: ReadonlySet<string>;
  /** Younger artifacts stay too, since whoever published one may not have recorded it yet; so do younger blobs. */
  graceSeconds: number;
}

export interface CollectReport {
  artifactsRemoved: number;
  /** Blobs, and what killed processes left behind. */
  objectsRemoved: number;
  bytesRemoved: number;
}

const objectsMax = 2_000_000;
/** In one run; the next one goes on. */
const removalsMax = 100_000;
const removalBatch = 1_000;

/**
 * Removes the artifacts that nobody keeps, and then everything that no remaining artifact names. Undefined if the
 * namespace is being published to or collected right now: then it is for the next time.
 *
 * It removes nothing at all if a kept artifact is missing or damaged, for then it cannot know what that one needs.
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

/** Removes everything of a namespace. Nothing may be published to it any more. */
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
    if (meaning.kind === "manifest" && isYoung(object)) {
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
  return removeDoomed(objects, doomed, hold);
}

/** Everything in the namespace but the hold of this very collection. */
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

async function removeDoomed(
  objects: ObjectStore,
  doomed: readonly StoredObject[],
  { signal, assertHeld }: Hold,
): Promise<CollectReport> {
  const report: CollectReport = { artifactsRemoved: 0, objectsRemoved: 0, bytesRemoved: 0 };
  const isManifest = ({ key }: StoredObject) => keyMeaning(key).kind === "manifest";
  // The manifests go first: what one names is never missing.
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
