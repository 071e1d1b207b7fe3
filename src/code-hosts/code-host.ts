import type { Project } from "../projects/store.ts";

/** Forgejo speaks as Gitea does. */
export type CodeHostKind = "built-in" | "github" | "gitlab" | "gitea";

/** The host of a project's repository, as far as pull requests go. What it refuses comes as a `CodeHostError`. */
export interface CodeHost {
  readonly kind: CodeHostKind;
  /** Opens a pull request, or answers with the open one that has the same head: however often it is called, there is one. */
  openPullRequest(request: NewPullRequest, signal: AbortSignal): Promise<PullRequestLink>;
  findOpenPullRequest(head: string, signal: AbortSignal): Promise<PullRequestLink | undefined>;
  /** What a commit is worth, shown beside it. The newest of a context counts. */
  setCommitStatus(status: CommitStatus, signal: AbortSignal): Promise<void>;
  /** Comments a pull request. A comment of the same key is replaced, so that it can be said again. */
  comment(comment: NewComment, signal: AbortSignal): Promise<void>;
}

/** Finds the host of a project. Asks the host what it speaks where its name does not tell. */
export type ChooseCodeHost = (project: Project, signal: AbortSignal) => Promise<CodeHost>;

export interface NewPullRequest {
  /** The branch that holds the change; it was pushed before. */
  head: string;
  /** The branch that should take it. */
  base: string;
  title: string;
  /** Markdown. */
  body: string;
  labels?: readonly string[] | undefined;
  draft?: boolean | undefined;
  /** Who is shown as its author where the host lets us choose; elsewhere it is the owner of the token. */
  author?: string | undefined;
}

export interface PullRequestLink {
  number: number;
  /** Absolute, for people. */
  url: string;
}

export type CommitState = "pending" | "success" | "failure" | "error";

export interface CommitStatus {
  /** The 40 digits of its id. */
  commit: string;
  state: CommitState;
  /** One short sentence. */
  description: string;
  /** Where one can see more. */
  url: string;
  /** Which check it is, such as `lectern/preview`. */
  context: string;
}

export interface NewComment {
  number: number;
  /** What it is about, such as `preview`: lower-case letters and hyphens. */
  key: string;
  /** Markdown. */
  body: string;
}
