/** The built-in git host's own data. */
export interface PullRequestTables {
  pullRequests: PullRequestRow;
  pullRequestComments: PullRequestCommentRow;
  pullRequestReviews: PullRequestReviewRow;
  /** Who made the commits that branches were moved to. */
  pushedCommits: {
    projectId: string;
    commitSha: string;
    /** JSON list of the IDs of users. */
    people: string;
  };
  viewedFiles: {
    pullRequestId: string;
    viewerId: string;
    path: string;
    /** The version of the file that was viewed. */
    blob: string;
    viewedAt: number;
  };
  commitStatuses: {
    projectId: string;
    commitSha: string;
    context: string;
    state: "pending" | "success" | "failure" | "error";
    description: string;
    url: string;
    updatedAt: number;
  };
}

/** A pull request of the built-in git host. */
export interface PullRequestRow {
  id: string;
  projectId: string;
  /** Numbered per project. */
  number: number;
  status: "open" | "closed" | "merged";
  title: string;
  /** Markdown. */
  body: string;
  head: string;
  base: string;
  /** The last known head commit. */
  headSha: string;
  /** The last known merge base, where the diff begins. */
  baseSha: string;
  /** The commit that merged it. */
  mergeSha: string | null;
  draft: number;
  labels: string;
  author: string;
  /** The ID of the person or API key; null for the agent and for older rows. */
  authorId: string | null;
  endedBy: string | null;
  createdAt: number;
  updatedAt: number;
  endedAt: number | null;
}

export interface PullRequestCommentRow {
  pullRequestId: string;
  /** Numbered per pull request. */
  number: number;
  /** Identifies a comment that may be replaced, such as `preview`; null for one that is never repeated. */
  key: string | null;
  author: string;
  /** The person or key; null for Lectern itself. */
  authorId: string | null;
  /** Empty for a deleted comment. */
  body: string;
  /** The line that the comment is about, if any: its file, side and number. */
  path: string | null;
  side: "old" | "new" | null;
  line: number | null;
  commitSha: string | null;
  blob: string | null;
  lineText: string | null;
  /** The number of the comment that started the thread; null if this comment started it. */
  replyTo: number | null;
  resolvedAt: number | null;
  resolvedBy: string | null;
  deletedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

export interface PullRequestReviewRow {
  pullRequestId: string;
  /** Numbered per pull request. */
  number: number;
  authorId: string;
  author: string;
  verdict: "approve" | "request_changes" | "comment";
  body: string;
  commitSha: string;
  createdAt: number;
}
