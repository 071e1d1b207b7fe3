import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { GitError } from "../../git/git-error.ts";
import { hasRepository } from "../../git/init-bare.ts";
import { type RefMove, type Refs, readRefs } from "../../git/refs.ts";
import { defaultRepositoryLimits as limits, type Repository } from "../../git/repository.ts";
import { packReachable } from "../../git/write-pack.ts";
import type { Transaction } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { findProjectById } from "../store.ts";
import { type CacheNote, indexOf, listLooseRefs, packPath } from "./cache-note.ts";
import { lockRepository, moveRefs, RefsMoved } from "./move-refs.ts";
import type { HostedProject, RepositoryDeps } from "./repository-deps.ts";
import { findVersion, insertRepository, type StoredPack } from "./store.ts";
import { discardPack, storePack } from "./stored-packs.ts";

/** Refs that exist only while a commit is being made. */
const temporaryRef = /^refs\/lectern\/(import$|commit-)/;

/**
 * Takes over a repository that version 0.2 kept in the data folder only, with all its refs. The caller holds the lock of
 * the folder. If another node with the same folder is faster, this does nothing.
 */
export async function adoptRepository(
  deps: RepositoryDeps,
  repository: Repository,
  project: HostedProject,
  signal: AbortSignal,
): Promise<void> {
  if ((await findProjectById(deps.database.query, project.id)) === undefined) {
    throw new AppError("not_found", "The project of this repository was deleted.");
  }
  if (!(await hasRepository(repository))) {
    throw new AppError(
      "unavailable",
      "This project's repository is in the data folder of another machine; start this version of Lectern there first.",
    );
  }
  const refs = new Map(
    [...(await readRefs(repository, { limits, signal }))].filter(([name]) => !temporaryRef.test(name)),
  );
  const head = /^ref: refs\/heads\/(.+)$/m.exec(await readFile(join(repository.gitDir, "HEAD"), "utf8"))?.[1] ?? "main";
  const createdAt = deps.clock.now();
  await storeAll(deps, repository, { projectId: project.id, tips: refs.values(), signal }, async (tx, pack) => {
    if (!(await insertRepository(tx, { projectId: project.id, head, createdAt }))) {
      return false;
    }
    const moves = [...refs].map(([ref, to]) => ({ ref, from: undefined, to }));
    await moveRefs(tx, project.id, { moves, pack, now: createdAt });
    return true;
  });
}

/**
 * During a rolling upgrade, a node of version 0.2 may still push into the folder. It writes refs to files of their own, as
 * this version never does. They are moved in the database too, unless someone else moved them there; then the commits are
 * kept under a hidden ref.
 */
export async function takeOverRefs(
  deps: RepositoryDeps,
  repository: Repository,
  note: CacheNote,
  signal: AbortSignal,
): Promise<void> {
  const loose = (await listLooseRefs(repository.gitDir).catch(() => [])).filter((ref) => !temporaryRef.test(ref));
  if (loose.length === 0) {
    return;
  }
  const before = await readPackedRefs(repository);
  const now = await readRefs(repository, { limits, signal }).catch((): Refs => new Map());
  const moves = loose
    .map((ref): RefMove => ({ ref, from: before.get(ref), to: now.get(ref) }))
    .filter(({ from, to }) => to !== undefined && from !== to);
  const tips = moves.flatMap(({ to }) => to ?? []);
  if (tips.length === 0) {
    return;
  }
  const hidden = tips.map((to) => ({ ref: `refs/lectern/left/${randomUUID()}`, from: undefined, to }));
  const { projectId } = note;
  const epoch = (await findVersion(deps.database.query, projectId))?.epoch ?? 0;
  // With all their history, because objects may have been dropped since this copy was made.
  await storeAll(deps, repository, { projectId, tips, signal }, async (tx, pack) => {
    await lockRepository(tx, { projectId, epoch });
    const change = { pack, now: deps.clock.now() };
    await moveRefs(tx, projectId, { moves, ...change }).catch(async (error: unknown) => {
      if (!(error instanceof RefsMoved)) throw error;
      await moveRefs(tx, projectId, { moves: hidden, ...change });
    });
    return true;
  }).catch((error: unknown) => {
    // A ref to objects that aren't there is damage, not a push.
    if (!(error instanceof GitError) || error.kind === "aborted") throw error;
  });
}

interface ObjectsToStore {
  projectId: string;
  tips: Iterable<string>;
  signal: AbortSignal;
}

/** Stores reachable objects and keeps their pack if `record` agrees. */
async function storeAll(
  deps: RepositoryDeps,
  repository: Repository,
  { projectId, tips, signal }: ObjectsToStore,
  record: (tx: Transaction, pack: StoredPack | undefined) => Promise<boolean>,
): Promise<void> {
  const folder = `${repository.gitDir}.new-${randomUUID()}`;
  await mkdir(folder, { recursive: true });
  let pack: StoredPack | undefined;
  let isKept = false;
  try {
    const path = await packReachable(repository, folder, { tips }, { limits, signal });
    if (path !== undefined) {
      pack = await storePack(deps, projectId, path, signal);
      await rename(path, packPath(repository, pack.digest));
      await rename(indexOf(path), indexOf(packPath(repository, pack.digest)));
    }
    isKept = await deps.database.transaction((tx) => record(tx, pack));
  } finally {
    if (pack !== undefined && !isKept) {
      await discardPack(deps, projectId, pack);
    }
    await rm(folder, { recursive: true, force: true });
  }
}

async function readPackedRefs({ gitDir }: Repository): Promise<Map<string, string>> {
  const text = await readFile(join(gitDir, "packed-refs"), "utf8").catch(() => "");
  return new Map([...text.matchAll(/^([0-9a-f]{40}) (\S+)$/gm)].map(([, sha = "", name = ""]) => [name, sha]));
}
