/** The built-in git host's own data. */
export interface PullRequestTables {
  pull_requests: PullRequestRow;
  pull_request_comments: PullRequestCommentRow;
  commit_statuses: CommitStatusRow;
}

/** A pull request of the built-in git host. */
export interface PullRequestRow {
  id: string;
  project_id: string;
  /** Numbered per project. */
  number: number;
  status: "open" | "closed" | "merged";
  title: string;
  body: string;
  head: string;
  base: string;
  /** The last known head commit. */
  head_sha: string;
  /** The last known merge base, where the diff begins. */
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
  /** Numbered per pull request. */
  number: number;
  /** Identifies a comment that may be replaced; null for one that is never repeated. */
  key: string | null;
  author: string;
  body: string;
  created_at: number;
  updated_at: number;
}

interface CommitStatusRow {
  project_id: string;
  commit_sha: string;
  context: string;
  state: "pending" | "success" | "failure" | "error";
  description: string;
  url: string;
  updated_at: number;
}
