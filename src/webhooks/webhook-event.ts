import { branchPrefix } from "../git/refs.ts";
import { type Author, type PushedCommit, toPushedCommit } from "../updates/update.ts";

/**
 * An event reported by a git host. It is only a hint: the update itself asks git for the commit to publish.
 * `repositories` are addresses of the repository; one of them must be the project's.
 */
export type WebhookEvent =
  | ({ kind: "push"; author: Author | null; pushed: PushedCommit | undefined } & BranchEvent)
  | ({ kind: "branch-deleted" } & BranchEvent)
  | ({ kind: "pull-request-opened"; pushed: PushedCommit | undefined } & PullRequestEvent)
  | ({ kind: "pull-request-closed" } & PullRequestEvent)
  | { kind: "release"; repositories: string[]; release: Release }
  | { kind: "comment"; repositories: string[]; comment: HostComment }
  | { kind: "check-failed"; repositories: string[]; check: FailedCheck }
  /** A GitHub App was given access to these repositories. */
  | { kind: "installation"; repositories: string[] }
  | { kind: "ping" }
  | { kind: "other"; name: string };

interface BranchEvent {
  repositories: string[];
  branch: string;
}

interface PullRequestEvent extends BranchEvent {
  pullRequest?: RemotePullRequest | undefined;
}

/** A release of the project's own repository. The notes are what its author wrote. */
export interface Release {
  tag: string;
  name: string;
  notes: string;
}

/** What a person wrote on a pull request or an issue of another host. */
export interface HostComment {
  /** Unique on the host, and the same if the event is sent again. */
  id: string;
  on: "pull-request" | "issue";
  number: number;
  title: string;
  /** The account of the author, as the host's API names it. */
  account: string;
  author: string;
  text: string;
  /** The text of the issue, which another person may have written. */
  about?: string | undefined;
  /** The discussion to reply to, if the host has one. */
  thread?: string | undefined;
  /** The lines of a diff that the comment is about. */
  place?: { path: string; line: number | null; excerpt: string } | undefined;
  /** Gitea names only the review. Its comments have to be read. */
  isReview?: true;
}

/** A check of a commit that failed on another host. */
export interface FailedCheck {
  branch: string;
  name: string;
  url: string | null;
  /** The commit that was checked, if the event says so. */
  sha?: string | undefined;
  /** What the event says about the failure. */
  report: string;
  /** The number with which the host's API tells more. */
  id?: number | undefined;
}

/** A pull request on another host, as reported to webhooks and chats. */
export interface RemotePullRequest {
  /**
   * Addresses of the repository that the pull request is in. If the head is in a fork, its repository is a different
   * one.
   */
  repositories: string[];
  number: number;
  title: string;
  url: string;
  base: string | null;
  author: string | null;
  isMerged: boolean;
  endedBy: string | null;
}

const titleLengthMax = 500;

/** Undefined if the payload lacks a field that reports need. */
export function toRemotePullRequest(
  found: Omit<RemotePullRequest, "number" | "title" | "url"> & {
    number: number | undefined;
    title: string | null | undefined;
    url: string | null | undefined;
  },
): RemotePullRequest | undefined {
  const { number, author, endedBy } = found;
  const url = toWebAddress(found.url ?? "");
  const title = toPrintable(found.title).slice(0, titleLengthMax);
  if (number === undefined || url === null) return undefined;
  return { ...found, number, url, title, author: toPrintable(author) || null, endedBy: toPrintable(endedBy) || null };
}

interface Push {
  ref: string;
  before: string | undefined;
  after: string;
  /** The message of the newest commit. */
  message: string | undefined;
  repositories: string[];
  account: Account;
}

export function readPush({ ref, before, after, message, repositories, account }: Push): WebhookEvent {
  if (!ref.startsWith(branchPrefix)) {
    return { kind: "other", name: "push of a tag" };
  }
  const branch = ref.slice(branchPrefix.length);
  // A deleted ref points to a commit ID of zeros.
  return /^0+$/.test(after)
    ? { kind: "branch-deleted", repositories, branch }
    : {
        kind: "push",
        repositories,
        branch,
        author: toAuthor(account),
        pushed: toPushedCommit({ sha: after, from: before, message }),
      };
}

interface Account {
  name: string | null | undefined;
  avatarUrl: string | null | undefined;
  id: number | null | undefined;
}

function toAuthor({ name, avatarUrl, id }: Account): Author | null {
  const printable = toPrintable(name);
  return printable === ""
    ? null
    : { name: printable, avatarUrl: toWebAddress(avatarUrl ?? ""), githubUserId: id ?? null };
}

export function toPrintable(text: string | null | undefined): string {
  return (text ?? "").replace(/\p{Cc}+/gu, " ").trim();
}

// The dashboard links to this address, so it must not be a script.
export function toWebAddress(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.href : null;
}
