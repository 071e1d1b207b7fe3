import { findTree } from "../git/branches.ts";
import { GitError } from "../git/git-error.ts";
import { commitTree, type MergedTree, mergeTrees } from "../git/merge-commits.ts";
import type { Repository, RepositoryUse } from "../git/repository.ts";
import { updateBranch } from "../git/update-branch.ts";
import { AppError } from "../platform/errors.ts";
import type { Project } from "../projects/store.ts";
import { type InTransaction, recordMerge } from "./end-pull-request.ts";
import { boundedBy, hostedRepository, type PullRequestDeps } from "./hosted-repository.ts";
import type { PullRequest } from "./pull-request.ts";
import { findTip } from "./see-branches.ts";
import { seePullRequest } from "./see-pull-request.ts";

/** `merge` keeps every commit, `squash` makes one of them. */
export type MergeMethod = "merge" | "squash";

export interface MergeRequest {
  number: number;
  method?: MergeMethod | undefined;
  /** The head that the caller has looked at; another one is not merged. */
  sha?: string | undefined;
  title?: string | undefined;
  message?: string | undefined;
  by: string;
  inTransaction?: InTransaction | undefined;
}

const attemptsMax = 3;
const noReplyEmail = "noreply@lectern.invalid";

/** Takes a pull request into its base, which then is published. Where files conflict, nothing changes. */
export async function mergePullRequest(
  deps: PullRequestDeps,
  project: Project,
  request: MergeRequest,
  signal?: AbortSignal,
): Promise<PullRequest> {
  const pullRequest = await seePullRequest(deps, project, request.number, signal);
  checkMergeable(pullRequest, request);
  const repository = hostedRepository(deps, project);
  const sha = await mergeIntoBase(deps, repository, pullRequest, request, boundedBy(signal));
  // From here on the base holds it: if this process dies now, the next look at the pull request finds out.
  const { by, inTransaction = (work) => deps.database.transaction(work) } = request;
  await inTransaction(async (tx) => {
    await recordMerge(deps, tx, project, pullRequest, { sha, by });
  });
  return seePullRequest(deps, project, request.number);
}

/** What keeps it from being merged, if the branches are left as they are. */
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
    throw new AppError("conflict", `The pull request is ${status} already.`);
  }
  if (isDraft) {
    throw new AppError("conflict", "The pull request is a draft; mark it as ready first.");
  }
  if (sha !== undefined && sha !== headSha) {
    throw new AppError("conflict", "The head of the pull request has moved meanwhile; look at it again.");
  }
}

/** Moves the base from where it was seen to the merge. Whoever moved it meanwhile comes first, and the merge is made anew. */
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
      throw new AppError("conflict", `The branch ${base} is gone; push it, then open a new pull request.`);
    }
    const tree = checkClean(await mergeTrees(repository, { ours: from, theirs: headSha, ...use }));
    const isSquash = request.method === "squash";
    // Its changes are there already, as after a squash that was not recorded.
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
      if (!(error instanceof GitError && error.kind === "refused") || attempt === attemptsMax) {
        throw error instanceof GitError && error.kind === "refused" ? new AppError("conflict", error.message) : error;
      }
    }
  }
}

function checkClean(merged: MergedTree): string {
  if (merged.kind === "clean") {
    return merged.tree;
  }
  const shown = merged.paths.slice(0, shownMax).join(", ") + (merged.paths.length > shownMax ? ", …" : "");
  throw new AppError(
    "conflict",
    `Both branches change the same lines of ${shown}; merge the base into the branch, solve the conflicts and push.`,
  );
}

const shownMax = 5;

function messageOf({ number, head, title, body }: PullRequest, request: MergeRequest): string {
  const subject =
    request.title ??
    (request.method === "squash" ? `${title} (#${number})` : `Merge pull request #${number} from ${head}`);
  const text = request.message ?? (request.method === "squash" ? body : title);
  return `${subject}\n\n${text}`.trim();
}
