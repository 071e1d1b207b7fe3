import { randomUUID } from "node:crypto";
import type { ObjectStore } from "../../platform/artifacts/object-store.ts";
import { dayMilliseconds } from "../../platform/clock.ts";
import type { Services } from "../../platform/services.ts";
import { deleteDraft, findUsedObjects, listEndedDrafts, listObjectKeys } from "./draft-list-store.ts";

/** The folder in the artifact store for media of drafts. */
const mediaPrefix = "drafts/";
const endedKeptMilliseconds = 30 * dayMilliseconds;
/**
 * Unused objects are kept this long, because an upload stores its object before its row. No upload takes longer, and no
 * store's clock is off by more.
 */
const unusedKeptMilliseconds = dayMilliseconds;
/** The limits of one sweep. The next sweep continues. */
const draftsMax = 500;
const objectsMax = 10_000;
const batchSize = 200;

type SweepDeps = Pick<Services, "database" | "objects">;

/** Deletes drafts that ended more than a month ago, and media that no draft refers to. */
export async function sweepDrafts({ database, objects }: SweepDeps, now: number, signal: AbortSignal): Promise<void> {
  for (const id of await listEndedDrafts(database.query, now - endedKeptMilliseconds, draftsMax)) {
    signal.throwIfAborted();
    const keys = await listObjectKeys(database.query, id);
    await deleteDraft(database.query, id);
    await objects.remove(keys, signal);
  }
  await removeUnused({ database, objects }, now - unusedKeptMilliseconds, signal);
}

async function removeUnused({ database, objects }: SweepDeps, before: number, signal: AbortSignal): Promise<void> {
  let removed = 0;
  let batch: string[] = [];
  const removeBatch = async () => {
    const used = batch.length === 0 ? new Set<string>() : await findUsedObjects(database.query, batch);
    const unused = batch.filter((key) => !used.has(key));
    await objects.remove(unused, signal);
    removed += unused.length;
    batch = [];
  };
  for await (const { key, modifiedAt } of objects.list(mediaPrefix, signal)) {
    if (modifiedAt < before) batch.push(key);
    if (batch.length >= batchSize) await removeBatch();
    if (removed >= objectsMax) return;
  }
  await removeBatch();
}

/** Removes the media of a removed project and its drafts. */
export async function removeDraftMediaOf(objects: ObjectStore, projectId: string, signal: AbortSignal): Promise<void> {
  await objects.removeAll(`${mediaPrefix}${projectId}/`, signal);
}

/** A new key for each upload, so that removing one file never removes the content of another. */
export function newMediaKey({ projectId, id }: { projectId: string; id: string }): string {
  return `${mediaPrefix}${projectId}/${id}/${randomUUID()}`;
}
