import { findTree } from "../git/branches.ts";
import { listCommitIds } from "../git/list-commits.ts";
import { commitTree, type MergedTree, mergeTrees } from "../git/merge-commits.ts";
import { updateBranch } from "../git/refs.ts";
import type { Repository, RepositoryUse } from "../git/repository.ts";
import type { Connection } from "../platform/db/database.ts";
import { AppError } from "../platform/errors.ts";
import { getProject } from "../projects/get-project.ts";
import { changeRepository, type InTransaction } from "../projects/repositories/change-repository.ts";
import { RefsMoved } from "../projects/repositories/move-refs.ts";
import { openRepository } from "../projects/repositories/open-repository.ts";
import { lockProject, type Project } from "../projects/store.ts";
import { findTip } from "./compare-branches.ts";
import { listContributors, recordContributors } from "./contributor-store.ts";
import { recordMerge } from "./end-pull-request.ts";
import { getPullRequest } from "./get-pull-request.ts";
import { boundedBy, type PullRequestDeps } from "./hosted-repository.ts";
import { findMergeState, mayMergeInto } from "./merge-rules.ts";
import type { PullRequest } from "./pull-request.ts";
import { listReviews } from "./review-store.ts";

export interface MergeRequest {
  number: number;
  /** `merge` keeps every commit; `squash` combines them into one. */
  method?: "merge" | "squash" | undefined;
  /** The head that the caller reviewed. If the branch has moved since, nothing is merged. */
  sha?: string | undefined;
  by: string;
  /** Whether the branch rules treat the caller as an admin. */
  isAdmin: boolean;
  inTransaction?: InTransaction | undefined;
}

const attemptsMax = 3;
const conflictsShownMax = 5;
/** How many of the newest commits of a pull request are searched for people who contributed to it. */
const attributedCommitsMax = 5_000;
const noReplyEmail = "noreply@lectern.invalid";

/** Merges a pull request and publishes its base in one transaction. Changes nothing if files conflict. */
export async function mergePullRequest(
  deps: PullRequestDeps,
  project: Project,
  request: MergeRequest,
  signal?: AbortSignal,
): Promise<PullRequest> {
  const { by, inTransaction } = request;
  for (let attempt = 1; ; attempt += 1) {
    const pullRequest = await getPullRequest(deps, project, request.number, signal);
    checkMergeable(pullRequest, request);
    const contributors = await findContributors(deps, project, pullRequest, signal);
    await checkRules(deps.database.query, project, pullRequest, contributors, request);
    try {
      await changeRepository(deps, project, {
        work: (scratch) => mergeIntoBase(deps, scratch, pullRequest, request, boundedBy(signal)),
        async record(tx, { commits }, sha) {
          // Reviews lock the project too, so none can arrive between this check and the merge.
          await lockProject(tx, project.id);
          await checkRules(tx, project, pullRequest, contributors, request);
          await recordContributors(tx, project.id, commits, [...contributors]);
          if (!(await recordMerge(deps, tx, project, pullRequest, { sha, by }))) {
            throw new AppError("conflict", "The pull request was merged or closed in the meantime.");
          }
        },
        inTransaction,
        signal,
      });
      return await getPullRequest(deps, project, request.number);
    } catch (error) {
      // Someone else moved the base in the meantime, so merge again on top of the new base.
      if (!(error instanceof RefsMoved) || attempt === attemptsMax) {
        throw error;
      }
    }
  }
}

/** The IDs of the people whose approval doesn't count, because commits of the pull request are theirs. */
export async function findContributors(
  deps: PullRequestDeps,
  project: Project,
  { baseSha, headSha }: Pick<PullRequest, "baseSha" | "headSha">,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const repository = await openRepository(deps, project, signal);
  const [tips, known] = [[headSha], [baseSha]];
  const shas = await listCommitIds(repository, { tips, known, max: attributedCommitsMax, ...boundedBy(signal) });
  return listContributors(deps.database.query, project.id, shas);
}

/** Lists the files that conflict with the base. */
export async function findConflicts(
  deps: PullRequestDeps,
  project: Project,
  { base, headSha }: Pick<PullRequest, "base" | "headSha">,
  signal?: AbortSignal,
): Promise<string[]> {
  const repository = await openRepository(deps, project, signal);
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
    throw new AppError("conflict", "There are newer changes than those you reviewed. Review them first.");
  }
}

/** Checks the current rules, because they may have changed since the request began. */
async function checkRules(
  connection: Connection,
  { organizationId, id }: Project,
  pullRequest: PullRequest,
  contributors: ReadonlySet<string>,
  request: MergeRequest,
): Promise<void> {
  const project = await getProject(connection, organizationId, id);
  if (!mayMergeInto(project, pullRequest.base, request)) {
    throw new AppError(
      "forbidden",
      `Only admins can merge into ${pullRequest.base}; ask an admin to merge this pull request.`,
    );
  }
  const reviews = await listReviews(connection, pullRequest.id);
  const { blockers } = findMergeState(project, pullRequest, reviews, contributors, request);
  if (blockers.length > 0) {
    throw new AppError("conflict", `This pull request can't be merged yet. ${blockers.join(" ")}`);
  }
}

/** Moves the base to the merge commit. Returns that commit. */
async function mergeIntoBase(
  { clock }: PullRequestDeps,
  repository: Repository,
  pullRequest: PullRequest,
  request: MergeRequest,
  use: RepositoryUse,
): Promise<string> {
  const { base, headSha } = pullRequest;
  const from = await findTip(repository, base, use);
  if (from === undefined) {
    throw new AppError("conflict", `The branch ${base} no longer exists; push it, then open a new pull request.`);
  }
  const tree = checkClean(await mergeTrees(repository, { ours: from, theirs: headSha, ...use }));
  const isSquash = request.method === "squash";
  // The base already contains the changes.
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
  await updateBranch(repository, { branch: base, from, to, ...use });
  return to;
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
