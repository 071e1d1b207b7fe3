import { join } from "node:path";
import { GitError } from "../../git/git-error.ts";
import { withLock } from "../../git/lock.ts";
import { markUnsure } from "../../git/mirror.ts";
import { defaultRepositoryLimits, type Repository } from "../../git/repository.ts";
import { AppError } from "../../platform/errors.ts";
import { isIntact, readNote } from "./cache-note.ts";
import { refreshCache } from "./refresh-cache.ts";
import type { HostedProject, OpenedRepository, RepositoryDeps } from "./repository-deps.ts";
import { findVersion } from "./store.ts";

/**
 * Brings the local copy of a hosted repository up to date and returns it. If nothing has changed, that takes a small
 * query and a look at the folder. A copy that was deleted or damaged is repaired.
 */
export async function openRepository(
  deps: RepositoryDeps,
  project: HostedProject,
  signal: AbortSignal | undefined = never,
): Promise<OpenedRepository> {
  const repository = { gitDir: cacheFolder(deps, project) };
  const known = await findVersion(deps.database.query, project.id);
  if (known !== undefined && (await isCurrent(repository, project, known.stamp))) {
    return { ...repository, ...known, projectId: project.id };
  }
  const lock = { secondsMax: defaultRepositoryLimits.lockSecondsMax, signal };
  const { version, epoch, head } = await withLock(`${repository.gitDir}.lock`, lock, async () => {
    // Another process may have updated the copy while this one waited for the lock.
    const now = await findVersion(deps.database.query, project.id);
    if (now !== undefined && (await isCurrent(repository, project, now.stamp))) {
      return now;
    }
    return refreshCache(deps, repository, project.id, signal);
  });
  return { ...repository, projectId: project.id, version, epoch, head };
}

const never = new AbortController().signal;

async function isCurrent(repository: Repository, project: HostedProject, stamp: string): Promise<boolean> {
  const note = await readNote(repository);
  return note?.projectId === project.id && note.stamp === stamp && isIntact(repository, note);
}

/** Called after git failed to read something: if the cause was damage, the next use checks every pack. */
export async function recheckIfDamaged(repository: Repository, error: unknown): Promise<void> {
  if (error instanceof GitError && error.kind === "corrupt") {
    await markUnsure(repository).catch(() => {});
  }
}

function cacheFolder(
  { repositoriesFolder }: Pick<RepositoryDeps, "repositoriesFolder">,
  { hostedRepository }: HostedProject,
): string {
  if (hostedRepository === null) {
    throw new AppError(
      "not_found",
      "This project's repository isn't on the built-in git host; its pull requests are on its own host.",
    );
  }
  return join(repositoriesFolder, `${hostedRepository}.git`);
}
