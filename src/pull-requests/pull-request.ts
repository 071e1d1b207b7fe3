/** A request to take the commits of one branch into another, in a repository of the built-in host. */
export interface PullRequest {
  id: string;
  projectId: string;
  /** Counts up in each project. */
  number: number;
  status: PullRequestStatus;
  title: string;
  /** Markdown. */
  body: string;
  head: string;
  base: string;
  /** Where the head is, or was when the pull request ended. */
  headSha: string;
  /** Where head and base part: the diff begins there. */
  baseSha: string;
  /** The commit that took it into the base. */
  mergeSha: string | null;
  isDraft: boolean;
  labels: string[];
  author: string;
  endedBy: string | null;
  createdAt: number;
  updatedAt: number;
  endedAt: number | null;
}

export type PullRequestStatus = "open" | "closed" | "merged";

/** A closed one may be opened again; what is merged stays so. */
export const nextStatuses: Readonly<Record<PullRequestStatus, readonly PullRequestStatus[]>> = {
  open: ["closed", "merged"],
  closed: ["open"],
  merged: [],
};

export interface PullRequestComment {
  number: number;
  key: string | null;
  author: string;
  body: string;
  createdAt: number;
  updatedAt: number;
}

export const titleLengthMax = 300;
export const bodyLengthMax = 65_536;
export const labelsMax = 20;
export const labelLengthMax = 50;
export const commentsMax = 500;
