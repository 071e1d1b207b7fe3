import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeBareLayout } from "../../git/bare-layout.ts";
import { listCommitIds } from "../../git/list-commits.ts";
import { compareRefs, type RefMove, type Refs, readRefs } from "../../git/refs.ts";
import { defaultRepositoryLimits as limits, type Repository } from "../../git/repository.ts";
import { packReachable } from "../../git/write-pack.ts";
import type { Transaction } from "../../platform/db/database.ts";
import { indexOf, packPath } from "./cache-note.ts";
import { lockRepository, moveRefs } from "./move-refs.ts";
import { openRepository } from "./open-repository.ts";
import type { HostedProject, OpenedRepository, RepositoryDeps } from "./repository-deps.ts";
import type { StoredPack } from "./store.ts";
import { discardPack, storePack } from "./stored-packs.ts";

/** Runs the work in a transaction, together with related writes such as an audit entry. */
export type InTransaction = (work: (tx: Transaction) => Promise<void>) => Promise<void>;

interface RepositoryChange<Result> {
  /**
   * Changes a scratch copy with git. New objects and refs are taken from the copy once this returns; if it throws,
   * nothing changes.
   */
  work(scratch: Repository, before: Refs): Promise<Result>;
  /** Runs further writes that belong to the change, in the transaction that makes it visible. */
  record?(tx: Transaction, change: { moves: readonly RefMove[]; commits: string[] }, result: Result): Promise<void>;
  inTransaction?: InTransaction | undefined;
  signal?: AbortSignal | undefined;
}

/** How many of the commits that a change adds are passed to `record`. */
const recordedCommitsMax = 5_000;

/** Where changes are prepared, next to the caches. */
export const scratchFolder = "changes";

/**
 * The only way for objects to enter a hosted repository. Objects are stored first; then one transaction compares and
 * moves the refs. A process that dies before that leaves only an upload, which the sweep removes. Throws RefsMoved if
 * someone else was faster.
 */
export async function changeRepository<Result>(
  deps: RepositoryDeps,
  project: HostedProject,
  { work, record, inTransaction = (run) => deps.database.transaction(run), signal = never }: RepositoryChange<Result>,
): Promise<Result> {
  const opened = await openRepository(deps, project, signal);
  return withScratch(deps, opened, signal, async (scratch, before) => {
    const result = await work(scratch, before);
    const moves = compareRefs(before, await readRefs(scratch, { limits, signal }));
    const tips = moves.flatMap(({ to }) => to ?? []);
    const known = [...new Set(before.values())];
    const added = await storeAdded(deps, project.id, scratch, { tips, known, signal });
    try {
      const commits = await listCommitIds(scratch, { tips, known, max: recordedCommitsMax, limits, signal });
      await inTransaction(async (tx) => {
        if (moves.length > 0) {
          await lockRepository(tx, opened);
          await moveRefs(tx, project.id, { moves, pack: added?.pack, now: deps.clock.now() });
        }
        await record?.(tx, { moves, commits }, result);
      });
    } catch (error) {
      if (added !== undefined) {
        await discardPack(deps, project.id, added.pack);
      }
      throw error;
    }
    if (moves.length > 0) {
      // The change is complete. The next reader would update the cache too, but this spares it the download.
      await keepInCache(deps, project, opened, added, signal).catch(() => {});
    }
    return result;
  });
}

const never = new AbortController().signal;

async function withScratch<Result>(
  deps: RepositoryDeps,
  opened: OpenedRepository,
  signal: AbortSignal,
  use: (scratch: Repository, before: Refs) => Promise<Result>,
): Promise<Result> {
  const scratch = { gitDir: join(deps.repositoriesFolder, scratchFolder, `${randomUUID()}.git`) };
  try {
    const before = await readRefs(opened, { limits, signal });
    await writeBareLayout(scratch, { head: opened.head, refs: before, alternate: opened });
    return await use(scratch, before);
  } finally {
    await rm(scratch.gitDir, { recursive: true, force: true });
  }
}

interface AddedPack {
  path: string;
  pack: StoredPack;
}

/**
 * Stores the objects that the new refs need and the old ones don't have. They are packed again even after a push,
 * because the pushed pack may rely on objects that only this copy has.
 */
async function storeAdded(
  deps: RepositoryDeps,
  projectId: string,
  scratch: Repository,
  { tips, known, signal }: { tips: readonly string[]; known: readonly string[]; signal: AbortSignal },
): Promise<AddedPack | undefined> {
  if (tips.length === 0) {
    return undefined;
  }
  const path = await packReachable(scratch, scratch.gitDir, { tips, known }, { limits, signal });
  return path === undefined ? undefined : { path, pack: await storePack(deps, projectId, path, signal) };
}

async function keepInCache(
  deps: RepositoryDeps,
  project: HostedProject,
  opened: OpenedRepository,
  added: AddedPack | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (added !== undefined) {
    const target = packPath(opened, added.pack.digest);
    await rename(added.path, target);
    await rename(indexOf(added.path), indexOf(target));
  }
  await openRepository(deps, project, signal);
}
