import type { Author } from "../updates/update.ts";

/**
 * What a git host reports, as far as we use it. It is only a hint: the update itself asks git for the commit to publish.
 * `repositories` are addresses of the repository; one of them must be the project's.
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

interface Push {
  ref: string;
  after: string;
  repositories: string[];
  account: Account;
}

export function readPush({ ref, after, repositories, account }: Push): WebhookEvent {
  if (!ref.startsWith(branchPrefix)) {
    return { kind: "other", name: "push of a tag" };
  }
  const branch = ref.slice(branchPrefix.length);
  // A deleted ref points to a commit ID of zeros.
  return /^0+$/.test(after)
    ? { kind: "branch-deleted", repositories, branch }
    : { kind: "push", repositories, branch, author: toAuthor(account) };
}

interface Account {
  name: string | null | undefined;
  avatarUrl: string | null | undefined;
  id: number | null | undefined;
}

function toAuthor({ name, avatarUrl, id }: Account): Author | null {
  const printable = (name ?? "").replace(/\p{Cc}+/gu, " ").trim();
  return printable === ""
    ? null
    : { name: printable, avatarUrl: toWebAddress(avatarUrl ?? ""), githubUserId: id ?? null };
}

// The dashboard puts it into a page, so it must not be a script.
function toWebAddress(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.href : null;
}
