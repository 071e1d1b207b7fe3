import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeBareLayout } from "../../git/bare-layout.ts";
import { discard, isUnsure, markSure } from "../../git/mirror.ts";
import { packFolder } from "../../git/packs.ts";
import { defaultRepositoryLimits as limits, type Repository } from "../../git/repository.ts";
import { indexPack } from "../../git/write-pack.ts";
import { StorageFailed } from "../../platform/artifacts/storage-error.ts";
import { AppError } from "../../platform/errors.ts";
import { listNames } from "../../platform/list-names.ts";
import {
  type CacheNote,
  indexOf,
  listLooseRefs,
  packPath,
  packSizes,
  readNote,
  refsDigest,
  writeNote,
} from "./cache-note.ts";
import type { RepositoryDeps } from "./repository-deps.ts";
import { findRepositoryState, type RepositoryState, type StoredPack } from "./store.ts";
import { digestOf, fetchPack } from "./stored-packs.ts";

const triesMax = 3;
/** How long a clone may still read a replaced pack. */
const retiredMilliseconds = 3_600_000;
const packPattern = /^pack-(?<digest>[0-9a-f]{40,64})\.(pack|idx|rev)$/;

/** Makes a cache match the database, whatever it contains now. The caller holds its lock. */
export async function refreshCache(
  deps: RepositoryDeps,
  repository: Repository,
  projectId: string,
  signal: AbortSignal,
): Promise<RepositoryState> {
  const note = await readNote(repository);
  if (note !== undefined && note.projectId !== projectId) {
    // The cache belongs to a removed project whose name was given to another one.
    await discard(repository);
  }
  await mkdir(packFolder(repository.gitDir), { recursive: true });
  for (let tries = 1; ; tries += 1) {
    const state = await findRepositoryState(deps.database.query, projectId);
    if (state === undefined) {
      throw new AppError("not_found", "The project of this repository was deleted.");
    }
    if (await fetchMissing(deps, repository, { projectId, packs: state.packs, note }, signal)) {
      await writeRefs(repository, state);
      await dropLeftovers(deps, repository, projectId, state, note);
      return state;
    }
    if (tries === triesMax) {
      throw new StorageFailed("a pack of a repository is missing or damaged");
    }
    // Joined packs are removed after a while, so the list may be out of date.
  }
}

/** Returns false if one of the packs isn't in the store. */
async function fetchMissing(
  { objects }: RepositoryDeps,
  repository: Repository,
  { projectId, packs, note }: { projectId: string; packs: readonly StoredPack[]; note: CacheNote | undefined },
  signal: AbortSignal,
): Promise<boolean> {
  const isInDoubt = note === undefined || (await isUnsure(repository));
  for (const pack of packs) {
    const path = packPath(repository, pack.digest);
    const sizes = await packSizes(repository, pack.digest);
    const isThere = sizes?.bytes === pack.bytes;
    const noted = note?.packs.find(({ digest }) => digest === pack.digest) ?? sizes;
    if (isThere && !isInDoubt && noted?.indexBytes === sizes?.indexBytes) {
      continue;
    }
    const temporary = join(dirname(path), `.tmp-${randomUUID()}.pack`);
    try {
      if (isThere && (await digestOf(path)) === pack.digest) {
        // The pack is intact, but its index may not be.
        await rename(path, temporary);
      } else if (!(await fetchPack(objects, projectId, pack, temporary, signal))) {
        return false;
      }
      await indexPack(temporary, { limits, signal });
      // The index comes last, because git finds packs by it.
      await rename(temporary, path);
      await rename(indexOf(temporary), indexOf(path));
    } finally {
      await rm(temporary, { force: true });
      await rm(indexOf(temporary), { force: true });
    }
  }
  return true;
}

async function writeRefs(repository: Repository, { head, refs }: RepositoryState): Promise<void> {
  await writeBareLayout(repository, { head, refs });
  for (const path of await listLooseRefs(repository.gitDir)) {
    await rm(join(repository.gitDir, path), { force: true });
  }
}

/** Removes packs that were replaced long ago and leftovers of killed processes, then writes the note. */
async function dropLeftovers(
  { clock }: RepositoryDeps,
  repository: Repository,
  projectId: string,
  state: RepositoryState,
  before: CacheNote | undefined,
): Promise<void> {
  const { gitDir } = repository;
  const now = clock.now();
  const current = new Set(state.packs.map(({ digest }) => digest));
  const retired: Record<string, number> = {};
  for (const name of await listNames(packFolder(gitDir))) {
    const digest = packPattern.exec(name)?.groups?.digest;
    const since = digest === undefined ? 0 : (before?.retired[digest] ?? now);
    if (digest !== undefined && current.has(digest)) {
      continue;
    }
    if (digest !== undefined && since > now - retiredMilliseconds) {
      retired[digest] = since;
    } else {
      await rm(join(packFolder(gitDir), name), { recursive: true, force: true });
    }
  }
  const sizes = await Promise.all(state.packs.map(({ digest }) => packSizes(repository, digest)));
  const packs = state.packs.map(({ digest, bytes }, index) => ({
    digest,
    bytes,
    indexBytes: sizes[index]?.indexBytes ?? 0,
  }));
  await markSure(repository);
  const refs = await refsDigest(repository);
  await writeNote(repository, { projectId, stamp: state.stamp, refs, packs, retired });
}
