/** Of the built-in git host. */
export interface PullRequestTables {
  pull_requests: PullRequestRow;
  pull_request_comments: PullRequestCommentRow;
  commit_statuses: CommitStatusRow;
}

/** A pull request of the built-in git host. */
export interface PullRequestRow {
  id: string;
  project_id: string;
  /** Counts up in each project. */
  number: number;
  status: "open" | "closed" | "merged";
  title: string;
  body: string;
  head: string;
  base: string;
  /** Where the head was when it was last seen. */
  head_sha: string;
  /** Where head and base parted, when that was last seen: the diff begins there. */
  base_sha: string;
  merge_sha: string | null;
  draft: number;
  labels: string;
  author: string;
  ended_by: string | null;
  created_at: number;
  updated_at: number;
  ended_at: number | null;
}

export interface PullRequestCommentRow {
  pull_request_id: string;
  /** Counts up in each pull request. */
  number: number;
  /** What it is about, if it may be said again; null for one that stands for itself. */
  key: string | null;
  author: string;
  body: string;
  created_at: number;
  updated_at: number;
}

export interface CommitStatusRow {
  project_id: string;
  commit_sha: string;
  context: string;
  state: "pending" | "success" | "failure" | "error";
  description: string;
  url: string;
  updated_at: number;
}
