import type { PullRequestCommentRow, PullRequestReviewRow, PullRequestRow } from "../platform/db/tables.ts";
import type { Project } from "../projects/store.ts";

/** A request to merge one branch into another, in a repository on the built-in git host. */
export interface PullRequest extends Omit<PullRequestRow, "draft" | "labels"> {
  isDraft: boolean;
  labels: string[];
}

/** The context of one request about a pull request. */
export interface PullRequestRequest {
  project: Project;
  pullRequest: PullRequest;
  signal: AbortSignal;
}

export type PullRequestStatus = PullRequestRow["status"];

export const nextStatuses: Readonly<Record<PullRequestStatus, readonly PullRequestStatus[]>> = {
  open: ["closed", "merged"],
  closed: ["open"],
  merged: [],
};

export interface PullRequestComment
  extends Omit<PullRequestCommentRow, "pullRequestId" | "path" | "side" | "line" | "commitSha" | "blob" | "lineText"> {
  /** The line that the comment is about; null for a general comment and for replies. */
  place: CommentPlace | null;
}

/** A line of a diff, in the version that the comment was made on. */
export interface CommentPlace {
  path: string;
  /** Whether the line is in the file before or after the change. */
  side: "old" | "new";
  line: number;
  /** The head of the pull request when the comment was made. */
  sha: string;
  /** The version of the file on that side. */
  blob: string;
  text: string;
}

export type Verdict = PullRequestReviewRow["verdict"];

export interface PullRequestReview extends Omit<PullRequestReviewRow, "pullRequestId" | "commitSha"> {
  /** The head that was reviewed. */
  sha: string;
}

export type CommitState = "pending" | "success" | "failure" | "error";

export interface CommitStatus {
  /** The full 40-digit commit ID. */
  commit: string;
  state: CommitState;
  /** One short sentence. */
  description: string;
  /** A page with details. */
  url: string;
  /** The name of the check, such as `lectern/preview`. */
  context: string;
}

export const labelsMax = 20;
export const labelLengthMax = 50;
export const commentsMax = 500;
export const reviewsMax = 500;

/** The dashboard page of a pull request. `publicUrl` has no trailing slash. */
export function pullRequestUrl(publicUrl: string, { organizationId, domain }: Project, number: number): string {
  return `${publicUrl}/dashboard/${organizationId}/${domain}/pulls/${number}`;
}
