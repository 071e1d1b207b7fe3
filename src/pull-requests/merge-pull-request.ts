import { findTree } from "../git/branches.ts";
import { GitError } from "../git/git-error.ts";
import { commitTree, type MergedTree, mergeTrees } from "../git/merge-commits.ts";
import type { Repository, RepositoryUse } from "../git/repository.ts";
import { updateBranch } from "../git/update-branch.ts";
import { AppError } from "../platform/errors.ts";
import type { Project } from "../projects/store.ts";
import { findTip } from "./compare-branches.ts";
import { recordMerge } from "./end-pull-request.ts";
import { getPullRequest } from "./get-pull-request.ts";
import { boundedBy, hostedRepository, type InTransaction, type PullRequestDeps } from "./hosted-repository.ts";
import type { PullRequest } from "./pull-request.ts";

export interface MergeRequest {
  number: number;
  /** `merge` keeps every commit; `squash` combines them into one. */
  method?: "merge" | "squash" | undefined;
  /** The head the caller reviewed. If the branch has moved since, nothing is merged. */
  sha?: string | undefined;
  by: string;
  inTransaction?: InTransaction | undefined;
}

const attemptsMax = 3;
const conflictsShownMax = 5;
const noReplyEmail = "noreply@lectern.invalid";

/** Merges a pull request and publishes its base. Changes nothing if files conflict. */
export async function mergePullRequest(
  deps: PullRequestDeps,
  project: Project,
  request: MergeRequest,
  signal?: AbortSignal,
): Promise<PullRequest> {
  const pullRequest = await getPullRequest(deps, project, request.number, signal);
  checkMergeable(pullRequest, request);
  const repository = hostedRepository(deps, project);
  const sha = await mergeIntoBase(deps, repository, pullRequest, request, boundedBy(signal));
  // The base already contains the merge. If this process dies here, the next read of the pull request records it.
  const { by, inTransaction = (work) => deps.database.transaction(work) } = request;
  await inTransaction((tx) => recordMerge(deps, tx, project, pullRequest, { sha, by }));
  return getPullRequest(deps, project, request.number);
}

/** Lists the files that conflict with the base. */
export async function findConflicts(
  deps: PullRequestDeps,
  project: Project,
  { base, headSha }: PullRequest,
  signal?: AbortSignal,
): Promise<string[]> {
  const repository = hostedRepository(deps, project);
  const ours = await findTip(repository, base, boundedBy(signal));
  if (ours === undefined) {
    return [];
  }
  const merged = await mergeTrees(repository, { ours, theirs: headSha, ...boundedBy(signal) });
  return merged.kind === "conflict" ? merged.paths : [];
}

function checkMergeable({ status, isDraft, headSha }: PullRequest, { sha }: MergeRequest): void {
  if (status !== "open") {
    throw new AppError("conflict", `The pull request is already ${status}.`);
  }
  if (isDraft) {
    throw new AppError("conflict", "The pull request is a draft; mark it as ready first.");
  }
  if (sha !== undefined && sha !== headSha) {
    throw new AppError("conflict", "The branch has changed since you reviewed it; review it again.");
  }
}

/** Moves the base to the merge commit. If someone else moved the base in the meantime, merges again on top of that. */
async function mergeIntoBase(
  { clock }: PullRequestDeps,
  repository: Repository,
  pullRequest: PullRequest,
  request: MergeRequest,
  use: RepositoryUse,
): Promise<string> {
  const { base, headSha } = pullRequest;
  for (let attempt = 1; ; attempt += 1) {
    const from = await findTip(repository, base, use);
    if (from === undefined) {
      throw new AppError("conflict", `The branch ${base} no longer exists; push it, then open a new pull request.`);
    }
    const tree = checkClean(await mergeTrees(repository, { ours: from, theirs: headSha, ...use }));
    const isSquash = request.method === "squash";
    // The base already contains the changes, as after a squash that was never recorded.
    if (isSquash && tree === (await findTree(repository, from, use))) {
      return from;
    }
    const to = await commitTree(repository, {
      tree,
      parents: isSquash ? [from] : [from, headSha],
      message: messageOf(pullRequest, request),
      author: { name: request.by, email: noReplyEmail },
      at: clock.now(),
      ...use,
    });
    try {
      await updateBranch(repository, { branch: base, from, to, ...use });
      return to;
    } catch (error) {
      if (!(error instanceof GitError && error.kind === "refused")) {
        throw error;
      }
      if (attempt === attemptsMax) {
        throw new AppError("conflict", error.message);
      }
    }
  }
}

function checkClean(merged: MergedTree): string {
  if (merged.kind === "clean") {
    return merged.tree;
  }
  const shown = merged.paths.slice(0, conflictsShownMax).join(", ");
  const more = merged.paths.length > conflictsShownMax ? ", …" : "";
  throw new AppError(
    "conflict",
    `Both branches change the same lines of ${shown}${more}; merge the base into the branch, resolve the conflicts and push.`,
  );
}

function messageOf({ number, head, title, body }: PullRequest, { method }: MergeRequest): string {
  return method === "squash"
    ? `${title} (#${number})\n\n${body}`.trim()
    : `Merge pull request #${number} from ${head}\n\n${title}`;
}
