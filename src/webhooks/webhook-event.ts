import type { Author } from "../updates/update.ts";

/**
 * What a git host tells us, as far as it matters here. All of it is a hint: which commit is published is read from git when
 * the update runs. `repositories` are addresses of what the event is about; one of them must be the project's.
 */
export type WebhookEvent =
  | { kind: "push"; repositories: string[]; branch: string; author: Author | null }
  | { kind: "branch-deleted"; repositories: string[]; branch: string }
  | { kind: "pull-request-opened"; repositories: string[]; branch: string }
  | { kind: "pull-request-closed"; repositories: string[]; branch: string }
  /** A GitHub App was given access to these repositories. */
  | { kind: "installation"; repositories: string[] }
  | { kind: "ping" }
  | { kind: "other"; name: string };

const branchPrefix = "refs/heads/";

/** The branch that a full ref names; `undefined` for a tag and anything else. */
export function findBranch(ref: string): string | undefined {
  return ref.startsWith(branchPrefix) ? ref.slice(branchPrefix.length) : undefined;
}

/** Where a ref points after it was deleted: to a commit id of zeros only. */
export function isNoCommit(sha: string): boolean {
  return /^0+$/.test(sha);
}

interface Account {
  name: string | null | undefined;
  avatarUrl: string | null | undefined;
  id: number | null | undefined;
}

export function toAuthor({ name, avatarUrl, id }: Account): Author | null {
  const printable = (name ?? "").replace(/\p{Cc}+/gu, " ").trim();
  return printable === ""
    ? null
    : { name: printable, avatarUrl: toWebAddress(avatarUrl ?? ""), githubUserId: id ?? null };
}

// It ends up in the page of whoever looks at the update, so it must not be a script.
function toWebAddress(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.href : null;
}
