/** The built-in git host's own data. */
export interface PullRequestTables {
  pull_requests: PullRequestRow;
  pull_request_comments: PullRequestCommentRow;
  pull_request_reviews: PullRequestReviewRow;
  viewed_files: ViewedFileRow;
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
  /** The ID of the person or API key; null for the agent and for older rows. */
  author_id: string | null;
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
  author_id: string | null;
  body: string;
  /** The line that the comment is about, if any: its file, side and number. */
  path: string | null;
  side: "old" | "new" | null;
  line: number | null;
  commit_sha: string | null;
  blob: string | null;
  line_text: string | null;
  /** The number of the comment that started the thread. */
  reply_to: number | null;
  resolved_at: number | null;
  resolved_by: string | null;
  deleted_at: number | null;
  created_at: number;
  updated_at: number;
}

interface PullRequestReviewRow {
  pull_request_id: string;
  /** Numbered per pull request. */
  number: number;
  author_id: string;
  author: string;
  verdict: "approve" | "request_changes" | "comment";
  body: string;
  commit_sha: string;
  created_at: number;
}

interface ViewedFileRow {
  pull_request_id: string;
  viewer_id: string;
  path: string;
  /** The version of the file that was viewed. */
  blob: string;
  viewed_at: number;
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
