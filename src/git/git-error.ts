export type GitErrorKind =
  | "timeout"
  | "too-large"
  /** No such repository, branch or commit. */
  | "not-found"
  | "auth"
  | "network"
  /** Against our rules: a forbidden address, an unsafe name, objects that fail git's checks. */
  | "refused"
  | "aborted"
  /** Objects of a repository on this machine are damaged or missing. */
  | "corrupt"
  | "failed";

/** The message is a sentence for people, without paths and secrets; `stderr` is what git said, for the log only. */
export class GitError extends Error {
  readonly kind: GitErrorKind;
  readonly stderr: string;

  constructor(
    kind: GitErrorKind,
    message: string,
    { stderr = "", ...options }: ErrorOptions & { stderr?: string } = {},
  ) {
    super(message, options);
    this.name = "GitError";
    this.kind = kind;
    this.stderr = stderr;
  }
}

/** What the caller's own stop becomes. A reason that is a GitError already stays what it is. */
export function abortError(reason: unknown): GitError {
  return reason instanceof GitError
    ? reason
    : new GitError("aborted", "The work on the repository was stopped.", { cause: reason });
}

export function damagedError(): GitError {
  return new GitError("corrupt", damaged);
}

/** Reads off git's own words why it failed. The order counts: the first line that fits decides. */
export function explainFailure(stderr: string, exitCode: number | null): GitError {
  // What the other side says comes after "remote:"; it must not choose how we react.
  const own = stderr
    .split("\n")
    .filter((line) => !line.startsWith("remote:"))
    .join("\n");
  const found = explanations.find(({ pattern }) => pattern.test(own));
  if (found === undefined) {
    return new GitError(
      "failed",
      `git failed with the exit code ${exitCode ?? "of a signal"}; the server's log says more.`,
      { stderr },
    );
  }
  const detail = found.pattern.exec(own)?.groups?.detail;
  return new GitError(found.kind, found.message.replace("%", detail ?? "unknown"), { stderr });
}

const damaged =
  "The repository on the server is damaged; if it is the copy of another, the next update fetches it anew.";

const explanations: readonly { kind: GitErrorKind; pattern: RegExp; message: string }[] = [
  {
    kind: "failed",
    pattern: /No space left on device|Disk quota exceeded/,
    message: "The disk of the server is full; free some space, then try again.",
  },
  {
    kind: "failed",
    pattern: /Permission denied|Read-only file system/,
    message: "The server may not write to its data folder; check who owns it.",
  },
  {
    kind: "refused",
    pattern: /object [0-9a-f]+: (?<detail>[A-Za-z0-9]{1,40}): |fsck error/,
    message: "The repository holds an object that git's own checks refuse (%); remove it from the history.",
  },
  {
    kind: "too-large",
    pattern: /over limit|out of memory|exceeds maximum allowed size/i,
    message: "The repository holds an object, or a pack of objects, that is too large.",
  },
  {
    kind: "refused",
    pattern: /transport '.*' not allowed|unable to find remote helper/,
    message: "The address of a repository must begin with https:// or http://.",
  },
  {
    kind: "refused",
    pattern: /dumb http transport/,
    message: "The host serves the repository in git's old, static way; use a host that speaks git's smart HTTP.",
  },
  {
    kind: "refused",
    pattern: /returned error: 30\d|from redirection/,
    message: "The address of the repository redirects to another one; use the address it leads to.",
  },
  {
    kind: "auth",
    pattern: /returned error: 40[13]|Authentication failed|could not read (Username|Password)/,
    message: "The repository did not let us in; check its token and what the token may do.",
  },
  {
    kind: "not-found",
    pattern: /returned error: 404|repository '.*' not found/,
    message: "There is no repository at this address, or its token may not see it.",
  },
  { kind: "not-found", pattern: /couldn't find remote ref/, message: "The repository has no such branch." },
  {
    kind: "not-found",
    pattern: /Not a valid object name|not a tree object|unknown revision|ambiguous argument|Needed a single revision/i,
    message: "The repository has no such commit or folder.",
  },
  {
    kind: "network",
    pattern:
      /Could not resolve host|Failed to connect|Connection (refused|reset|timed out)|SSL|certificate|Operation too slow|unable to access|RPC failed|early EOF|remote end hung up|expected flush|bad line length|invalid server response|not valid: is this a git repository/,
    message: "The host of the repository did not answer as git expects; check the address, or try again later.",
  },
  {
    kind: "corrupt",
    pattern:
      /corrupt|bad config|bad object|bad (tree|commit|blob)|object file .* is empty|does not match index|is too small|not a git repository|unable to (read|find|parse|open)|could not (read|parse|open)|inflate|missing (blob|tree|commit|object)|all necessary objects|bad pack|not a valid (object|commit)|broken/i,
    message: damaged,
  },
];
