import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { GitError } from "../../git/git-error.ts";
import { withLock } from "../../git/lock.ts";
import { discard } from "../../git/mirror.ts";
import { defaultRepositoryLimits } from "../../git/repository.ts";
import { dayMilliseconds } from "../../platform/clock.ts";
import type { Connection } from "../../platform/db/database.ts";
import { listNames } from "../../platform/list-names.ts";
import { findProjectById } from "../store.ts";
import { readNote } from "./cache-note.ts";
import { scratchFolder } from "./change-repository.ts";
import { joinRepositoryPacks, packsMax } from "./join-packs.ts";
import type { RepositoryDeps } from "./repository-deps.ts";
import { deleteUnneededPacks, listPackIds, listScatteredRepositories } from "./store.ts";
import { packIdOf, packsPrefix, projectPacksPrefix, temporaryPrefix } from "./stored-packs.ts";

/**
 * How long a pending pack is kept. No push or import should take this long; one that does fails, because its pack is
 * gone.
 */
const pendingMilliseconds = dayMilliseconds;
/** How long a replaced pack is kept, because another node may still be downloading it. */
const replacedMilliseconds = 3_600_000;
/** The limits of one sweep. The next sweep continues where this one stopped. */
const joinedMax = 20;
const removalsMax = 10_000;
const removalBatch = 500;

/** Joins packs, removes packs that are no longer needed from the store, and cleans up this machine's folder. */
export async function sweepRepositories(deps: RepositoryDeps, now: number, signal: AbortSignal): Promise<void> {
  const { query } = deps.database;
  const failure = await joinScattered(deps, signal);
  await deleteUnneededPacks(query, {
    pendingBefore: now - pendingMilliseconds,
    replacedBefore: now - replacedMilliseconds,
  });
  await removeUnlisted(deps, packsPrefix, () => listPackIds(query), signal);
  await removeTemporary(deps, now, signal);
  await removeUnusedCaches(deps, signal);
  if (failure !== undefined) {
    throw failure;
  }
}

/**
 * Continues after an error, so that one damaged repository doesn't keep the others waiting. Returns the first error.
 */
async function joinScattered(deps: RepositoryDeps, signal: AbortSignal): Promise<unknown> {
  const { query } = deps.database;
  let failure: unknown;
  for (const projectId of await listScatteredRepositories(query, packsMax, joinedMax)) {
    const project = await findProjectById(query, projectId);
    if (project !== undefined) {
      await joinRepositoryPacks(deps, project, signal).catch((error: unknown) => {
        failure ??= error;
      });
    }
  }
  return failure;
}

/** Removes the packs of a deleted project. */
export async function removePacksOf(deps: RepositoryDeps, projectId: string, signal: AbortSignal): Promise<void> {
  const { query } = deps.database;
  await deleteUnneededPacks(query, { pendingBefore: 0, replacedBefore: 0 });
  await removeUnlisted(deps, projectPacksPrefix(projectId), () => listPackIds(query, projectId), signal);
  await removeUnusedCaches(deps, signal);
}

/**
 * Removes objects that belong to no upload. A row exists before the first object of its upload, and the rows are read
 * after the objects were listed, so the objects of a running push are safe.
 */
async function removeUnlisted(
  { objects }: RepositoryDeps,
  prefix: string,
  listIds: () => Promise<ReadonlySet<string>>,
  signal: AbortSignal,
): Promise<void> {
  const stored: { key: string; id: string }[] = [];
  for await (const { key } of objects.list(prefix, signal)) {
    const id = packIdOf(key);
    if (id !== undefined) {
      stored.push({ key, id });
    }
  }
  const ids = await listIds();
  const unlisted = stored.filter(({ id }) => !ids.has(id)).slice(0, removalsMax);
  for (let start = 0; start < unlisted.length; start += removalBatch) {
    const keys = unlisted.slice(start, start + removalBatch).map(({ key }) => key);
    await objects.remove(keys, signal);
  }
}

/** A process that is killed while storing a part may leave a temporary object. */
async function removeTemporary({ objects }: RepositoryDeps, now: number, signal: AbortSignal): Promise<void> {
  for await (const { key, modifiedAt } of objects.list(temporaryPrefix, signal)) {
    // The store has its own clock, but no clocks differ by a day.
    if (modifiedAt < now - pendingMilliseconds) {
      await objects.remove([key], signal);
    }
  }
}

/** Removes the caches of deleted projects, and leftovers of killed processes next to them. */
export async function removeUnusedCaches(deps: RepositoryDeps, signal: AbortSignal): Promise<void> {
  const { repositoriesFolder } = deps;
  for (const name of await listNames(repositoriesFolder)) {
    const gitDir = join(repositoriesFolder, name);
    if (/\.git\.(new|removed)-|\.(unfinished|removed)$/.test(name)) {
      await removeOld(gitDir, deps.clock.now());
    } else if (name.endsWith(".git")) {
      await removeUnlessUsed(deps.database.query, gitDir, signal);
    }
  }
  for (const name of await listNames(join(repositoriesFolder, scratchFolder))) {
    await removeOld(join(repositoriesFolder, scratchFolder, name), deps.clock.now());
  }
}

/** A repository without a note was not created by this version and is never removed. */
async function removeUnlessUsed(connection: Connection, gitDir: string, signal: AbortSignal): Promise<void> {
  const note = await readNote({ gitDir });
  if (note === undefined || (await findProjectById(connection, note.projectId)) !== undefined) {
    return;
  }
  try {
    await withLock(`${gitDir}.lock`, { secondsMax: 0, signal }, async () => {
      // The name may have been given to another project in the meantime.
      if ((await readNote({ gitDir }))?.projectId === note.projectId) {
        await discard({ gitDir });
      }
    });
  } catch (error) {
    if (!(error instanceof GitError && error.kind === "timeout")) throw error;
  }
}

async function removeOld(path: string, now: number): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && found.mtimeMs < now - defaultRepositoryLimits.fetchSecondsMax * leftoverFactor * 1_000) {
    await rm(path, { recursive: true, force: true });
  }
}

/** Far longer than any use of a scratch folder. */
const leftoverFactor = 12;
