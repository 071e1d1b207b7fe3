import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { defaultRepositoryLimits as limits } from "../../git/repository.ts";
import { joinSomePacks, packReachable } from "../../git/write-pack.ts";
import { indexOf, packPath } from "./cache-note.ts";
import { scratchFolder } from "./change-repository.ts";
import { openRepository } from "./open-repository.ts";
import type { HostedProject, RepositoryDeps } from "./repository-deps.ts";
import { findRepositoryState, raiseVersion, recordPack, replacePacks, type StoredPack } from "./store.ts";
import { discardPack, storePack } from "./stored-packs.ts";

/** Every push adds a pack. With more than this, git and new copies become slow. */
export const packsMax = 20;

/**
 * Joins the small packs of a repository that has many of them. If these are all of its packs, unreachable objects are
 * dropped. Does nothing if the repository changes in the meantime; the next sweep tries again.
 */
export async function joinRepositoryPacks(deps: RepositoryDeps, project: HostedProject, signal: AbortSignal) {
  const state = await findRepositoryState(deps.database.query, project.id);
  if (state === undefined || state.packs.length <= packsMax) {
    return;
  }
  const opened = await openRepository(deps, project, signal);
  if (opened.version !== state.version) {
    return;
  }
  const joined = smallPacks(state.packs);
  const dropsObjects = joined.length === state.packs.length;
  const folder = join(deps.repositoriesFolder, scratchFolder, randomUUID());
  await mkdir(folder, { recursive: true });
  try {
    const names = joined.map(({ digest }) => basename(packPath(opened, digest)));
    const path = dropsObjects
      ? await packReachable(opened, folder, { tips: state.refs.values() }, { limits, signal })
      : await joinSomePacks(opened, folder, names, { limits, signal });
    const pack = path === undefined ? undefined : await storePack(deps, project.id, path, signal);
    const isDone = await replace(deps, project.id, { joined, pack, dropsObjects, version: state.version });
    if (isDone && pack !== undefined && path !== undefined) {
      await rename(path, packPath(opened, pack.digest));
      await rename(indexOf(path), indexOf(packPath(opened, pack.digest)));
    } else if (pack !== undefined) {
      await discardPack(deps, project.id, pack);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The smallest packs, up to the first that is more than twice as large as all smaller ones together. That way, a large
 * pack is rarely joined and stored again.
 */
function smallPacks(packs: readonly StoredPack[]): StoredPack[] {
  const joined: StoredPack[] = [];
  let sum = 0;
  for (const pack of packs.toSorted((one, other) => one.bytes - other.bytes)) {
    if (joined.length > 1 && pack.bytes > 2 * sum) {
      break;
    }
    joined.push(pack);
    sum += pack.bytes;
  }
  return joined;
}

interface Replacement {
  joined: readonly StoredPack[];
  pack: StoredPack | undefined;
  dropsObjects: boolean;
  version: number;
}

/** Returns false if the repository has changed since the packs were read. */
async function replace(
  { database, clock }: RepositoryDeps,
  projectId: string,
  { joined, pack, dropsObjects, version }: Replacement,
): Promise<boolean> {
  const ids = joined.map(({ id }) => id);
  try {
    await database.transaction(async (tx) => {
      const raised = await raiseVersion(tx, projectId, { dropsObjects });
      if (raised?.version !== version + 1 || (pack !== undefined && !(await recordPack(tx, pack.id, clock.now())))) {
        throw new Outdated();
      }
      await replacePacks(tx, ids, clock.now());
    });
    return true;
  } catch (error) {
    if (error instanceof Outdated) return false;
    throw error;
  }
}

class Outdated extends Error {}
