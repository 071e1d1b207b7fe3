import { findMergeBase } from "../git/branches.ts";
import { AppError } from "../platform/errors.ts";
import { lockRepository, RefsMoved } from "../projects/repositories/move-refs.ts";
import { openRepository } from "../projects/repositories/open-repository.ts";
import type { Project } from "../projects/store.ts";
import { compareBranches, keepHead } from "./compare-branches.ts";
import { closePullRequest, recordMerge } from "./end-pull-request.ts";
import { boundedBy, type PullRequestDeps } from "./hosted-repository.ts";
import type { PullRequest } from "./pull-request.ts";
import { findPullRequest, listOpenPullRequests, updatePullRequest } from "./store.ts";

// The largest number the databases can hold in an integer column.
const numberMax = 2_147_483_647;

/** Reads a pull request after updating it to match its branches. */
export async function getPullRequest(
  deps: PullRequestDeps,
  project: Project,
  number: number,
  signal?: AbortSignal,
): Promise<PullRequest> {
  const stored = await getStored(deps, project, number);
  if (stored.status !== "open") {
    return stored;
  }
  await followBranches(deps, project, stored, signal);
  return getStored(deps, project, number);
}

/** Updates the open pull requests from and into a branch after a push to it. */
export async function followPush(
  deps: PullRequestDeps,
  project: Project,
  branch: string,
  signal?: AbortSignal,
): Promise<void> {
  for (const side of ["head", "base"] as const) {
    for (const pullRequest of await listOpenPullRequests(deps.database.query, project.id, branch, side)) {
      await followBranches(deps, project, pullRequest, signal);
    }
  }
}

/**
 * Updates an open pull request to match its branches. It is marked as merged if the base already contains its head, no
 * matter how the commits got there, and as closed if one of its branches is gone.
 */
async function followBranches(
  deps: PullRequestDeps,
  project: Project,
  pullRequest: PullRequest,
  signal: AbortSignal | undefined,
): Promise<void> {
  const repository = await openRepository(deps, project, signal);
  const use = boundedBy(signal);
  const { head, base, mergeBase } = await compareBranches(repository, pullRequest, use);
  if (base !== undefined && (head === undefined || head === mergeBase)) {
    // The branch is gone or has no commits of its own: it was either merged or abandoned.
    const { headSha } = pullRequest;
    if ((await findMergeBase(repository, headSha, base, use)) === headSha) {
      await deps.database.transaction((tx) => recordMerge(deps, tx, project, pullRequest, { sha: base, by: null }));
      return;
    }
  }
  if (head === undefined || mergeBase === undefined || head === mergeBase) {
    await deps.database.transaction((tx) => closePullRequest(deps, tx, project, pullRequest, null));
    return;
  }
  if (head !== pullRequest.headSha || mergeBase !== pullRequest.baseSha) {
    const change = { headSha: head, baseSha: mergeBase };
    await deps.database
      .transaction(async (tx) => {
        await lockRepository(tx, repository);
        await keepHead(tx, { ...pullRequest, ...change });
        await updatePullRequest(tx, pullRequest.id, change, deps.clock.now());
      })
      .catch((error: unknown) => {
        // The repository is busy with maintenance; the next read updates the pull request.
        if (!(error instanceof RefsMoved)) throw error;
      });
  }
}

async function getStored({ database }: PullRequestDeps, project: Project, number: number): Promise<PullRequest> {
  const pullRequest = number <= numberMax ? await findPullRequest(database.query, project.id, number) : undefined;
  if (pullRequest === undefined) {
    throw new AppError("not_found", "Pull request not found in this project.");
  }
  return pullRequest;
}
