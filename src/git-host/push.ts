import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isBranchName } from "../git/branch-name.ts";
import { GitError } from "../git/git-error.ts";
import { withLock } from "../git/lock.ts";
import { joinPacks, packBytes } from "../git/packs.ts";
import { defaultRepositoryLimits, type Repository } from "../git/repository.ts";
import { runGit } from "../git/run-git.ts";
import type { Clock } from "../platform/clock.ts";
import { AppError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import type { GitHostLimits } from "./limits.ts";
import { noCommit, type PushCommand } from "./push-commands.ts";

export interface MovedBranch {
  branch: string;
  /** Its new tip; `undefined` if the branch was deleted. */
  sha: string | undefined;
  isNew: boolean;
}

const previewsPerPushMax = 3;
const branchPrefix = "refs/heads/";
const lookSecondsMax = 30;
const lineBytesMax = 400;

/** How many bytes of objects the repository accepts in the next push. */
export async function roomForPush(
  { limits, clock }: { limits: GitHostLimits; clock: Clock },
  repository: Repository,
): Promise<number> {
  await removeStaleUploads(repository, limits.requestSecondsMax, clock.now());
  const room = limits.repositoryBytesMax - (await packBytes(repository));
  if (room <= 0) {
    throw new AppError(
      "too_large",
      "The repository has reached its size limit; ask the operator to raise it, or start a new repository.",
    );
  }
  return Math.min(room, limits.pushBytesMax);
}

/** Reports the branches that a push moved. The push has already succeeded, so an error here must not fail it. */
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
      // A push of a whole repository shouldn't create a preview for each of its branches.
      await onPush({ ...moved, isNew: moved.isNew && newBranches <= previewsPerPushMax });
    }
  } catch (error) {
    log.error({ error }, "a push was accepted, but processing it failed");
  }
}

/** Keeps a repository fast after many pushes. Does nothing if another process is already at it. */
export async function tidyAfterPush(log: Log, repository: Repository): Promise<void> {
  try {
    await withLock(`${repository.gitDir}.lock`, { secondsMax: 0 }, () =>
      joinPacks(repository, { limits: defaultRepositoryLimits }),
    );
  } catch (error) {
    if (!(error instanceof GitError && error.kind === "timeout")) {
      log.warn({ error }, "joining the packs of a repository failed");
    }
  }
}

/** Which branches a push moved. Git may have rejected some of its commands, so compare with the repository. */
async function findMovedBranches({ gitDir }: Repository, commands: readonly PushCommand[]): Promise<MovedBranch[]> {
  const candidates = commands.filter(
    ({ ref, from, to }) => from !== to && ref.startsWith(branchPrefix) && isBranchName(ref.slice(branchPrefix.length)),
  );
  if (candidates.length === 0) {
    return [];
  }
  // Names are passed as input because a command line has a maximum length.
  const output = await runGit(
    {
      gitDir,
      args: ["cat-file", "--batch-check=%(objectname)"],
      secondsMax: lookSecondsMax,
      stdoutBytesMax: candidates.length * lineBytesMax,
    },
    candidates.map(({ ref }) => `${ref}\n`).join(""),
  );
  const answers = output.toString().split("\n");
  return candidates.flatMap(({ ref, from, to }, index): MovedBranch[] => {
    const answer = answers[index] ?? "";
    const now = answer.endsWith(" missing") ? noCommit : answer;
    return now === to
      ? [{ branch: ref.slice(branchPrefix.length), sha: to === noCommit ? undefined : to, isNew: from === noCommit }]
      : [];
  });
}

/** Removes objects of killed pushes. Git keeps them in a separate folder until a push is accepted. */
async function removeStaleUploads({ gitDir }: Repository, olderThanSeconds: number, now: number): Promise<void> {
  const folder = join(gitDir, "objects");
  const names = await readdir(folder);
  for (const name of names.filter((candidate) => /^(tmp_objdir-)?incoming-/.test(candidate))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < now - olderThanSeconds * 1_000) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
