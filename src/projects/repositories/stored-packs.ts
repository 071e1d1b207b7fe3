import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { ObjectStore } from "../../platform/artifacts/object-store.ts";
import { StorageFailed } from "../../platform/artifacts/storage-error.ts";
import { newId } from "../../platform/id.ts";
import type { Services } from "../../platform/services.ts";
import { deletePendingPack, insertPendingPack, type StoredPack } from "./store.ts";

type PackStoreDeps = Pick<Services, "clock" | "database" | "objects">;

/** Not the namespace of a project, whose collection would remove the packs. */
const namespace = "repositories";
/** The store only accepts whole objects, so this much of a pack is in memory. */
const partBytesMax = 16 * 1024 * 1024;

export const packsPrefix = `${namespace}/`;
/** The folder store writes objects here before they get their final name. */
export const temporaryPrefix = `${namespace}/temporary/`;

export function projectPacksPrefix(projectId: string): string {
  return `${namespace}/${projectId}/`;
}

/** The upload that an object belongs to; undefined for leftovers of a killed process. */
export function packIdOf(key: string): string | undefined {
  return /^[^/]+\/[^/]+\/[0-9a-f]{64}\/(?<id>[a-z0-9_]+)-\d+$/.exec(key)?.groups?.id;
}

/**
 * Stores a pack under its digest, as a pending one: until a transaction records it, it is only an upload that a sweep
 * will remove.
 */
export async function storePack(
  { database, objects, clock }: PackStoreDeps,
  projectId: string,
  path: string,
  signal: AbortSignal,
): Promise<StoredPack> {
  const digest = createHash("sha256");
  let bytes = 0;
  await readParts(path, async (part) => {
    digest.update(part);
    bytes += part.length;
  });
  const pack: StoredPack = { id: newId("pck", clock), digest: digest.digest("hex"), bytes };
  await insertPendingPack(database.query, projectId, pack, clock.now());
  try {
    const keys = partKeys(projectId, pack);
    let index = 0;
    await readParts(path, async (part) => {
      await objects.put([{ key: keys[index] ?? "", bytes: part }], signal);
      index += 1;
    });
    const found = await objects.find(keys, signal);
    const size = [...found.values()].reduce((sum, object) => sum + object.size, 0);
    if (found.size !== keys.length || size !== bytes) {
      throw new StorageFailed("a pack that was just stored is incomplete");
    }
    return pack;
  } catch (error) {
    await discardPack({ database, objects }, projectId, pack);
    throw error;
  }
}

/** Discards a pending pack. If it can't be removed now, the sweep removes it later. */
export async function discardPack(
  { database, objects }: Pick<PackStoreDeps, "database" | "objects">,
  projectId: string,
  pack: StoredPack,
): Promise<void> {
  try {
    if (await deletePendingPack(database.query, pack.id)) {
      await objects.remove(partKeys(projectId, pack), AbortSignal.timeout(discardMilliseconds));
    }
  } catch {
    // The store or the database is down, and the caller will report it.
  }
}

const discardMilliseconds = 5_000;

/** Writes a stored pack to a new file. Returns false if the pack is missing or damaged in the store. */
export async function fetchPack(
  objects: ObjectStore,
  projectId: string,
  pack: StoredPack,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const file = await open(path, "wx");
  const digest = createHash("sha256");
  try {
    for (const key of partKeys(projectId, pack)) {
      const part = await objects.read(key, partBytesMax, signal);
      if (part === undefined) {
        return false;
      }
      digest.update(part);
      await file.writeFile(part);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return digest.digest("hex") === pack.digest;
}

/** The SHA-256 of a file; undefined if it can't be read. */
export async function digestOf(path: string): Promise<string | undefined> {
  const digest = createHash("sha256");
  try {
    await readParts(path, async (part) => void digest.update(part));
    return digest.digest("hex");
  } catch {
    return undefined;
  }
}

/** The keys of a pack's objects. */
export function partKeys(projectId: string, { id, digest, bytes }: StoredPack): string[] {
  const parts = Math.ceil(bytes / partBytesMax);
  return Array.from({ length: parts }, (_, index) => `${projectPacksPrefix(projectId)}${digest}/${id}-${index}`);
}

async function readParts(path: string, take: (part: Buffer) => Promise<void>): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    for (let start = 0; start < size; start += partBytesMax) {
      const part = Buffer.alloc(Math.min(partBytesMax, size - start));
      const { bytesRead } = await file.read(part, 0, part.length, start);
      if (bytesRead < part.length) {
        throw new Error("A pack became shorter while it was read.");
      }
      await take(part);
    }
  } finally {
    await file.close();
  }
}
