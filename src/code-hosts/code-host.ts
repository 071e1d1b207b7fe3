import type { Project } from "../projects/store.ts";
import type { WantedPullRequest } from "../pull-requests/open-pull-request.ts";
import type { CommitStatus, PullRequestStatus } from "../pull-requests/pull-request.ts";

/** `gitea` includes Forgejo, which has the same API. */
export type CodeHostKind = "built-in" | "github" | "gitlab" | "gitea";

/** Pull requests on the host of a project's repository. Failures are `CodeHostError`s. */
export interface CodeHost {
  readonly kind: CodeHostKind;
  /** Opens a pull request, or returns the open one from the same branch. It is safe to do this twice. */
  openPullRequest(request: NewPullRequest, signal: AbortSignal): Promise<PullRequestLink>;
  findOpenPullRequest(head: string, signal: AbortSignal): Promise<PullRequestLink | undefined>;
  readPullRequestStatus(number: number, signal: AbortSignal): Promise<PullRequestStatus>;
  /** Replaces the earlier status with the same context. */
  setCommitStatus(status: CommitStatus, signal: AbortSignal): Promise<void>;
  /** Adds a comment, or replaces the earlier comment with the same key. It is safe to do this twice. */
  comment(comment: NewComment, signal: AbortSignal): Promise<void>;
  /** Whether an account may push to the repository. */
  mayWrite(account: string, signal: AbortSignal): Promise<boolean>;
  /** The branch of a pull request in this repository; undefined if it is in a fork. */
  findBranch(number: number, signal: AbortSignal): Promise<string | undefined>;
  /** What the host knows about a failed check; empty if it knows nothing more. */
  readCheck(id: number, signal: AbortSignal): Promise<string>;
  /** The newest review of an account, on hosts that report only that there is one. */
  readReview?(number: number, account: string, signal: AbortSignal): Promise<HostReview | undefined>;
}

/** Finds the host of a project. May probe the host to find out which API it has. */
export type ChooseCodeHost = (project: Project, signal: AbortSignal) => Promise<CodeHost>;

export interface NewPullRequest extends WantedPullRequest {
  /** Shown as the author on the built-in host. On other hosts, the token's owner is the author. */
  author?: string | undefined;
  /** The author's account on this server. On the built-in host, the author's own approval doesn't count. */
  authorId?: string | undefined;
}

export interface PullRequestLink {
  number: number;
  /** The absolute URL of the pull request's page. */
  url: string;
}

export interface NewComment {
  number: number;
  /** The comment is on the issue with this number, not on the pull request. */
  isOnIssue?: boolean | undefined;
  /** Where it belongs, if it is a reply. */
  thread?: CommentThread | undefined;
  /** The comment's purpose, such as `preview`. Consists of lowercase letters, digits and hyphens. */
  key: string;
  /** Markdown. */
  body: string;
}

export interface CommentThread {
  /** How the host names the discussion. Gitea doesn't name them. */
  id?: string | undefined;
  /** The lines that the discussion is about. */
  places?: readonly LinePlace[] | undefined;
}

export interface LinePlace {
  path: string;
  line: number;
}

interface HostReview {
  text: string;
  comments: readonly (LinePlace & { text: string })[];
}
