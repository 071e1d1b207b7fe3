import { count } from "../contract/count.ts";
import { isProtected } from "../projects/branch-rules.ts";
import type { Project } from "../projects/store.ts";
import type { Caller } from "./caller.ts";
import type { PullRequest } from "./pull-request.ts";
import type { StoredReview } from "./review-store.ts";

export interface MergeState {
  requiredApprovals: number;
  /** The number of approvals that count. */
  approvals: number;
  /** The reasons why the branch rules don't allow the caller to merge, as sentences. */
  blockers: string[];
  /** The last verdict of each reviewer. */
  verdicts: CountedReview[];
}

export interface CountedReview extends StoredReview {
  /** Why the verdict doesn't count; undefined if it does. */
  ignoredBecause: string | undefined;
}

/** Applies the rules of the base branch to a merge. Drafts and conflicts are checked elsewhere. */
export function findMergeState(
  project: Pick<Project, "branch" | "branchRules">,
  pullRequest: PullRequest,
  reviews: readonly StoredReview[],
  contributors: ReadonlySet<string>,
  caller: Pick<Caller, "isAdmin">,
): MergeState {
  const { base } = pullRequest;
  const verdicts = lastVerdicts(reviews).map((review) => ({
    ...review,
    ignoredBecause: findIgnoredReason(review, pullRequest, contributors),
  }));
  const standing = verdicts.filter(({ ignoredBecause }) => ignoredBecause === undefined);
  const approvals = standing.filter(({ verdict }) => verdict === "approve").length;
  if (!isProtected(project, base)) {
    return { requiredApprovals: 0, approvals, blockers: [], verdicts };
  }
  const { requiredApprovals } = project.branchRules;
  const objecting = standing.filter(({ verdict }) => verdict === "request_changes").map(({ author }) => author);
  const missing = requiredApprovals - approvals;
  const blockers = [
    ...(mayMergeInto(project, base, caller) ? [] : ["Only admins can merge this pull request."]),
    ...(objecting.length === 0 ? [] : [`${new Intl.ListFormat("en").format(objecting)} requested changes.`]),
    ...(missing <= 0 ? [] : [`${count(missing, "more approval", "more approvals")} required.`]),
  ];
  return { requiredApprovals, approvals, blockers, verdicts };
}

export function mayMergeInto(
  project: Pick<Project, "branch" | "branchRules">,
  branch: string,
  { isAdmin }: Pick<Caller, "isAdmin">,
): boolean {
  return isAdmin || project.branchRules.editorsPublish || !isProtected(project, branch);
}

/** The last verdict of each reviewer. A review that only comments doesn't replace a verdict. */
function lastVerdicts(reviews: readonly StoredReview[]): StoredReview[] {
  const verdicts = reviews.filter(({ verdict }) => verdict !== "comment");
  return [...new Map(verdicts.map((review) => [review.authorId, review])).values()];
}

/**
 * Requested changes count until the same person approves. An approval counts only for the head that was reviewed, and
 * only from someone who made none of its commits: otherwise one person could add a commit to any pull request and
 * approve it.
 */
function findIgnoredReason(
  { verdict, sha, author, authorId, mayWrite }: StoredReview,
  { headSha }: PullRequest,
  contributors: ReadonlySet<string>,
): string | undefined {
  if (!mayWrite) return `${author} is no longer an editor of this project`;
  if (verdict !== "approve") return undefined;
  if (sha !== headSha) return "there are newer changes";
  return contributors.has(authorId) ? `${author} contributed to the changes` : undefined;
}
