import { findMergeBase } from "../git/branches.ts";
import { AppError } from "../platform/errors.ts";
import type { Project } from "../projects/store.ts";
import { closePullRequest, recordMerge } from "./end-pull-request.ts";
import { boundedBy, hostedRepository, type PullRequestDeps } from "./hosted-repository.ts";
import type { PullRequest } from "./pull-request.ts";
import { keepHead, seeBranches } from "./see-branches.ts";
import { findPullRequest, listOpenOf, updatePullRequest } from "./store.ts";

/** A pull request as it is now. */
export async function seePullRequest(
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

/** What a push to a branch means for the pull requests from it and into it. */
export async function followPush(
  deps: PullRequestDeps,
  project: Project,
  branch: string,
  signal?: AbortSignal,
): Promise<void> {
  for (const side of ["head", "base"] as const) {
    for (const pullRequest of await listOpenOf(deps.database.query, project.id, branch, side)) {
      await followBranches(deps, project, pullRequest, signal);
    }
  }
}

/**
 * Brings an open pull request in line with its branches: without one of them it is closed, and what the base holds already
 * is merged, whoever has put it there.
 */
async function followBranches(
  deps: PullRequestDeps,
  project: Project,
  pullRequest: PullRequest,
  signal: AbortSignal | undefined,
): Promise<void> {
  const repository = hostedRepository(deps, project);
  const use = boundedBy(signal);
  const { head, base, parting } = await seeBranches(repository, pullRequest, use);
  if (base !== undefined && (head === undefined || head === parting)) {
    // The branch is gone, or holds nothing of its own: either the base has taken it in, or it was given up.
    const { headSha } = pullRequest;
    if ((await findMergeBase(repository, headSha, base, use)) === headSha) {
      await deps.database.transaction((tx) => recordMerge(deps, tx, project, pullRequest, { sha: base, by: null }));
      return;
    }
  }
  if (head === undefined || parting === undefined || head === parting) {
    await deps.database.transaction((tx) => closePullRequest(deps, tx, project, pullRequest, null));
    return;
  }
  if (head !== pullRequest.headSha || parting !== pullRequest.baseSha) {
    await keepHead(repository, pullRequest.number, head, use);
    await updatePullRequest(deps.database.query, pullRequest.id, { headSha: head, baseSha: parting }, deps.clock.now());
  }
}

async function getStored({ database }: PullRequestDeps, project: Project, number: number): Promise<PullRequest> {
  const pullRequest = Number.isSafeInteger(number)
    ? await findPullRequest(database.query, project.id, Math.min(number, numberMax))
    : undefined;
  if (pullRequest === undefined) {
    throw new AppError("not_found", "There is no such pull request in this project.");
  }
  return pullRequest;
}

// What the databases hold in such a column.
const numberMax = 2_147_483_647;
