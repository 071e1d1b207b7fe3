import { GitError } from "../git/git-error.ts";
import { withLock } from "../git/lock.ts";
import { joinPacks, packBytes } from "../git/packs.ts";
import { defaultRepositoryLimits, type Repository } from "../git/repository.ts";
import type { Clock } from "../platform/clock.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import type { GitHostLimits } from "./limits.ts";
import { findMovedBranches, type MovedBranch } from "./moved-branches.ts";
import type { PushCommand } from "./push-commands.ts";
import { removeStaleUploads } from "./stale-uploads.ts";

const previewsPerPushMax = 3;

/** How many bytes of objects a repository takes in one more push. */
export async function roomForPush(
  { limits, clock }: { limits: GitHostLimits; clock: Clock },
  repository: Repository,
): Promise<number> {
  await removeStaleUploads(repository, limits.requestSecondsMax, clock.now());
  const room = limits.repositoryBytesMax - (await packBytes(repository));
  if (room <= 0) {
    throw new AppError(
      "too_large",
      "The repository is full; ask the operator for more room, or start a new repository.",
    );
  }
  return Math.min(room, limits.pushBytesMax);
}

/** Tells the caller what a push moved. The push is done by now, so whatever fails here must not fail it. */
export async function announcePush(
  log: Log,
  repository: Repository,
  commands: readonly PushCommand[],
  onPush: (moved: MovedBranch) => Promise<void>,
): Promise<void> {
  try {
    let newBranches = 0;
    for (const moved of await findMovedBranches(repository, commands)) {
      newBranches += moved.isNew ? 1 : 0;
      // Whoever brings a whole repository wants no preview of every branch that it ever had.
      await onPush({ ...moved, isNew: moved.isNew && newBranches <= previewsPerPushMax });
    }
  } catch (error) {
    log.error({ error }, "a push was accepted, but what follows from it failed");
  }
}

/** Keeps a repository quick to read after many pushes. Whoever comes while it is being done leaves it to the other. */
export async function tidyAfterPush(log: Log, repository: Repository): Promise<void> {
  try {
    await withLock(`${repository.gitDir}.lock`, { secondsMax: 0 }, () =>
      joinPacks(repository, { limits: defaultRepositoryLimits }),
    );
  } catch (error) {
    if (!(error instanceof GitError && error.kind === "timeout")) {
      log.warn({ error }, "the packs of a repository could not be joined");
    }
  }
}
