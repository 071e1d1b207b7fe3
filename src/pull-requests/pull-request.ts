import type { Project } from "../projects/store.ts";

/** A request to merge one branch into another, in a repository on the built-in git host. */
export interface PullRequest {
  id: string;
  projectId: string;
  /** Counts up per project. */
  number: number;
  status: PullRequestStatus;
  title: string;
  /** Markdown. */
  body: string;
  head: string;
  base: string;
  /** The tip of the head branch, or its last tip if the pull request is merged or closed. */
  headSha: string;
  /** The merge base of head and base, where the diff starts. */
  baseSha: string;
  /** The merge commit, if merged. */
  mergeSha: string | null;
  isDraft: boolean;
  labels: string[];
  author: string;
  /** The ID of the person or key; null for the agent. */
  authorId: string | null;
  endedBy: string | null;
  createdAt: number;
  updatedAt: number;
  endedAt: number | null;
}

export type PullRequestStatus = "open" | "closed" | "merged";

export const nextStatuses: Readonly<Record<PullRequestStatus, readonly PullRequestStatus[]>> = {
  open: ["closed", "merged"],
  closed: ["open"],
  merged: [],
};

export interface PullRequestComment {
  number: number;
  /** Identifies a comment that later comments replace, such as `preview`. */
  key: string | null;
  author: string;
  /** The ID of the person or key; null for Lectern itself. */
  authorId: string | null;
  /** Empty for a deleted comment. */
  body: string;
  /** The line that the comment is about; null for general comments and replies. */
  place: CommentPlace | null;
  /** The number of the comment that started the thread; null if this comment did. */
  replyTo: number | null;
  resolvedAt: number | null;
  resolvedBy: string | null;
  deletedAt: number | null;
  createdAt: number;
  updatedAt: number;
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

export type Verdict = "approve" | "request_changes" | "comment";

export interface PullRequestReview {
  number: number;
  authorId: string;
  author: string;
  verdict: Verdict;
  body: string;
  /** The head that was reviewed. */
  sha: string;
  createdAt: number;
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
