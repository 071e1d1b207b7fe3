import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { checkBranchName } from "./branch-name.ts";
import { findCommit, findRefObject, getRemoteTip, refOf } from "./branches.ts";
import { damagedError, GitError } from "./git-error.ts";
import { type Mirror, markSure, markUnsure, prepareMirror, recreateMirror, withMirror } from "./mirror.ts";
import { joinPacks, packBytes } from "./packs.ts";
import { type Remote, type RemoteAccess, vetRemote } from "./remote.ts";
import type { RepositoryUse } from "./repository.ts";
import { longCommand, runGit } from "./run-git.ts";

export interface FetchRequest extends Omit<RemoteAccess, "url">, RepositoryUse {
  branch: string;
  /** True if a tag of this name is fetched. */
  isTag?: boolean;
}

// Requests the complete history by asking for a depth. Git's dumb HTTP transport doesn't support depths and therefore
// fails. This is intended, because it would bypass the checks of objects and sizes.
const wholeHistory = "--depth=2147483647";
const sizeCheckMilliseconds = 100;

/** Fetches a branch with all its history into the mirror and returns the commit at its tip. */
export async function fetchBranch(mirror: Mirror, request: FetchRequest): Promise<string> {
  const { branch } = request;
  checkBranchName(branch);
  const remote = await vetRemote({ ...request, url: mirror.url });
  const tip = await getRemoteTip(remote, branch, request, request.isTag);
  return withMirror(mirror, request, async () => {
    const state = await prepareMirror(mirror, request);
    try {
      return await fetchInto(mirror, remote, tip, request);
    } catch (error) {
      if (!(error instanceof GitError) || (error.kind !== "corrupt" && error.kind !== "too-large")) {
        throw error;
      }
      // Start over with an empty mirror: a damaged mirror is useless, and a new one contains only the objects that are
      // needed now.
      await recreateMirror(mirror, request);
      if (state === "new") {
        throw error;
      }
    }
    return fetchInto(mirror, remote, tip, request);
  });
}

async function fetchInto(mirror: Mirror, remote: Remote, tip: string, request: FetchRequest): Promise<string> {
  // The ref is named by a hash, so that a deleted branch "docs" doesn't block a branch "docs/new".
  const name = request.isTag === true ? `tag:${request.branch}` : request.branch;
  const ref = `refs/lectern/${createHash("sha256").update(name).digest("hex")}`;
  if ((await findRefObject(mirror, ref, request)) === tip) {
    return (await findCommit(mirror, ref, request)) ?? tip;
  }
  await markUnsure(mirror);
  try {
    await runFetch(mirror, remote, ref, request);
    await joinPacks(mirror, request);
    const sha = await findCommit(mirror, ref, request);
    if (sha === undefined) {
      throw damagedError();
    }
    return sha;
  } finally {
    // This line is also reached when git fails, but not when this process dies. Only in that case may the mirror be
    // damaged.
    await markSure(mirror);
  }
}

async function runFetch(
  mirror: Mirror,
  { url, config, secrets }: Remote,
  ref: string,
  { branch, isTag = false, limits, signal }: FetchRequest,
): Promise<void> {
  const args = [
    ...["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", wholeHistory],
    ...["--end-of-options", url, `+${refOf(branch, isTag)}:${ref}`],
  ];
  // Each fetch is stored as one pack, so that its size can be monitored and it appears atomically.
  const once = { config: [...config, ["fetch.unpackLimit", "1"] as const], secrets };
  await withPackBound(mirror, limits.repositoryBytesMax, signal, (bounded) =>
    runGit({ ...longCommand(mirror, { limits, signal: bounded }, args), ...once }),
  );
}

/** Stops the work when the packs of a repository exceed a limit. */
async function withPackBound(
  mirror: Mirror,
  bytesMax: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const tooLarge = new AbortController();
  const done = new AbortController();
  const check = async () => {
    if ((await packBytes(mirror)) > bytesMax) {
      const megabytes = Math.ceil(bytesMax / 1_000_000);
      tooLarge.abort(
        new GitError(
          "too-large",
          `The repository with its history is larger than ${megabytes} MB; remove large files from its history.`,
        ),
      );
    }
  };
  const watching = watch(check, done.signal);
  try {
    await work(AbortSignal.any([tooLarge.signal, ...(signal === undefined ? [] : [signal])]));
  } finally {
    done.abort();
    await watching;
  }
  await check();
  tooLarge.signal.throwIfAborted();
}

async function watch(check: () => Promise<void>, done: AbortSignal): Promise<void> {
  while (!done.aborted) {
    await check();
    await setTimeout(sizeCheckMilliseconds, undefined, { signal: done }).catch(() => {});
  }
}
