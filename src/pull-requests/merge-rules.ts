import { count } from "../contract/count.ts";
import { isProtected } from "../projects/branch-rules.ts";
import type { Project } from "../projects/store.ts";
import type { Caller } from "./caller.ts";
import type { PullRequest, PullRequestReview } from "./pull-request.ts";
import type { StoredReview } from "./review-store.ts";

const names = new Intl.ListFormat("en");

export interface MergeState {
  requiredApprovals: number;
  /** The number of members other than the author who have approved the current head. */
  approvals: number;
  /** The reasons why the branch rules don't allow the caller to merge, as sentences. */
  blockers: string[];
}

/** Applies the rules of the base branch to a merge. Drafts and conflicts are checked elsewhere. */
export function findMergeState(
  project: Pick<Project, "branch" | "branchRules">,
  pullRequest: PullRequest,
  reviews: readonly StoredReview[],
  caller: Pick<Caller, "isAdmin">,
): MergeState {
  const { base, headSha } = pullRequest;
  const standing = standingReviews(reviews);
  const approvals = standing.filter(({ verdict, sha }) => verdict === "approve" && sha === headSha).length;
  if (!isProtected(project, base)) {
    return { requiredApprovals: 0, approvals, blockers: [] };
  }
  const { requiredApprovals } = project.branchRules;
  const objecting = standing.filter(({ verdict }) => verdict === "request_changes").map(({ author }) => author);
  const missing = requiredApprovals - approvals;
  const blockers = [
    ...(mayMergeInto(project, base, caller) ? [] : [`Only admins can merge into ${base}.`]),
    ...(objecting.length === 0 ? [] : [`${names.format(objecting)} requested changes.`]),
    ...(missing <= 0 ? [] : [`${count(missing, "more approval", "more approvals")} required.`]),
  ];
  return { requiredApprovals, approvals, blockers };
}

export function mayMergeInto(
  project: Pick<Project, "branch" | "branchRules">,
  branch: string,
  { isAdmin }: Pick<Caller, "isAdmin">,
): boolean {
  return isAdmin || project.branchRules.editorsPublish || !isProtected(project, branch);
}

/**
 * The last verdict of each reviewer who is still a member. A review that only comments doesn't replace a verdict. An
 * approval counts only for the head that was reviewed, but requested changes stay until the same person approves.
 */
export function standingReviews(reviews: readonly StoredReview[]): PullRequestReview[] {
  const byAuthor = new Map<string, StoredReview>();
  for (const review of reviews) {
    if (review.verdict !== "comment" && review.isMember) {
      byAuthor.set(review.authorId, review);
    }
  }
  return [...byAuthor.values()];
}
