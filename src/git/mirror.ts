import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { listNames } from "../platform/list-names.ts";
import { checkBranchName } from "./branch-name.ts";
import { GitError } from "./git-error.ts";
import { withLock } from "./lock.ts";
import { hasWholePacks } from "./packs.ts";
import { parseRepositoryUrl } from "./remote.ts";
import type { Repository, RepositoryUse } from "./repository.ts";
import { runGit } from "./run-git.ts";

/** A local bare copy of a remote repository with all its history. It can be recreated at any time. */
export interface Mirror extends Repository {
  url: string;
}

const unsureFile = "lectern-unsure";
const fsckOutputBytesMax = 1_000_000;
const initSecondsMax = 30;
const initOutputBytesMax = 4_096;

/**
 * The mirror of a repository in a folder. A mirror contains everything that its token could read, so each tenant needs
 * its own folder.
 */
export function mirrorOf(folder: string, repositoryUrl: string): Mirror {
  const url = parseRepositoryUrl(repositoryUrl).href;
  return { url, gitDir: join(folder, `${createHash("sha256").update(url).digest("hex")}.git`) };
}

/** Runs work that writes to the mirror while holding its lock. */
export async function withMirror<Value>(
  { gitDir }: Repository,
  { limits, signal }: RepositoryUse,
  work: () => Promise<Value>,
): Promise<Value> {
  return withLock(`${gitDir}.lock`, { secondsMax: limits.lockSecondsMax, signal }, work);
}

/** Prepares the mirror for a fetch. The caller must hold the mirror's lock. */
export async function prepareMirror(mirror: Mirror, use: RepositoryUse): Promise<"new" | "kept"> {
  await removeLeftovers(mirror);
  if (await hasRepository(mirror)) {
    if (await ((await isUnsure(mirror)) ? isSound(mirror, use) : hasWholePacks(mirror))) {
      await markSure(mirror);
      // The new time shows that the mirror is in use, even if there is nothing to fetch.
      await utimes(mirror.gitDir, new Date(), new Date());
      return "kept";
    }
  }
  await recreateMirror(mirror, use);
  return "new";
}

export async function recreateMirror(mirror: Mirror, { signal }: RepositoryUse): Promise<void> {
  await discard(mirror);
  await initBare(mirror.gitDir, "main", signal);
}

async function hasRepository({ gitDir }: Repository): Promise<boolean> {
  return access(join(gitDir, "HEAD")).then(
    () => true,
    () => false,
  );
}

/** Atomically creates an empty bare repository without hooks, whose HEAD is the given branch. */
export async function initBare(gitDir: string, branch: string, signal?: AbortSignal): Promise<void> {
  checkBranchName(branch);
  await mkdir(dirname(gitDir), { recursive: true });
  const unfinished = `${gitDir}.new-${randomUUID()}`;
  try {
    await runGit({
      args: ["init", "--quiet", "--bare", "--template=", `--initial-branch=${branch}`, "--", unfinished],
      secondsMax: initSecondsMax,
      stdoutBytesMax: initOutputBytesMax,
      signal,
    });
    await rename(unfinished, gitDir);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

export async function isUnsure({ gitDir }: Repository): Promise<boolean> {
  return (await listNames(gitDir)).includes(unsureFile);
}

/** Marks the mirror as possibly damaged. This is done during a fetch and after a failed read. */
export async function markUnsure({ gitDir }: Repository): Promise<void> {
  await writeFile(join(gitDir, unsureFile), "");
}

export async function markSure({ gitDir }: Repository): Promise<void> {
  await rm(join(gitDir, unsureFile), { force: true });
}

/** Removes a mirror if `isUnused` still returns true while the lock is held. */
export async function removeMirror(
  mirror: Repository,
  use: RepositoryUse,
  isUnused: () => Promise<boolean>,
): Promise<void> {
  await withMirror(mirror, use, async () => {
    if (await isUnused()) {
      await discard(mirror);
      await removeLeftovers(mirror);
    }
  });
}

/** Removes a repository. It is renamed first, so that a crash never leaves an incomplete repository under its name. */
export async function discard({ gitDir }: Repository): Promise<void> {
  const removed = `${gitDir}.removed-${randomUUID()}`;
  await rename(gitDir, removed).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") {
      throw error;
    }
  });
  await rm(removed, { recursive: true, force: true });
}

/** Removes leftovers of a crashed process: unfinished mirrors and packs, and git's locks. */
async function removeLeftovers({ gitDir }: Repository): Promise<void> {
  const name = basename(gitDir);
  await removeFrom(
    dirname(gitDir),
    (entry) => entry.startsWith(`${name}.new-`) || entry.startsWith(`${name}.removed-`),
  );
  await removeFrom(gitDir, (entry) => entry.endsWith(".lock"));
  await removeFrom(join(gitDir, "refs/lectern"), (entry) => entry.endsWith(".lock"));
  await removeFrom(join(gitDir, "objects/pack"), (entry) => entry.startsWith("tmp_") || entry.startsWith(".tmp-"));
}

async function removeFrom(folder: string, isLeftover: (entry: string) => boolean): Promise<void> {
  for (const entry of (await listNames(folder)).filter(isLeftover)) {
    await rm(join(folder, entry), { recursive: true, force: true });
  }
}

async function isSound({ gitDir }: Mirror, { limits, signal }: RepositoryUse): Promise<boolean> {
  const args = ["fsck", "--full", "--no-dangling", "--no-progress"];
  try {
    await runGit({ gitDir, args, secondsMax: limits.fetchSecondsMax, stdoutBytesMax: fsckOutputBytesMax, signal });
    return true;
  } catch (error) {
    if (error instanceof GitError && error.kind !== "aborted") {
      return false;
    }
    throw error;
  }
}
