export type GitErrorKind =
  | "timeout"
  | "too-large"
  /** The repository, branch or commit does not exist. */
  | "not-found"
  | "auth"
  | "network"
  /** A forbidden address, an unsafe name, or objects that fail git's checks. */
  | "refused"
  | "aborted"
  /** The local repository has damaged or missing objects. */
  | "corrupt"
  | "failed";

/**
 * The message is meant for users and contains no paths or secrets. `stderr` is git's output and is only used for the
 * log.
 */
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

/** The error for an aborted operation. If the reason is already a GitError, it is used as is. */
export function abortError(reason: unknown): GitError {
  return reason instanceof GitError
    ? reason
    : new GitError("aborted", "The git operation was stopped.", { cause: reason });
}

export function damagedError(): GitError {
  return new GitError("corrupt", damaged);
}

/** Someone has deleted files of the local repository. The next use restores them. */
export function missingError(): GitError {
  return new GitError("corrupt", damaged, { cause: outageCause("ENOENT") });
}

/** Derives from git's output why it failed. The first explanation that matches wins. */
export function explainFailure(stderr: string, exitCode: number | null): GitError {
  // Lines from the remote side start with "remote:". They are untrusted, so they must not influence the error.
  const own = stderr
    .split("\n")
    .filter((line) => !line.startsWith("remote:"))
    .join("\n");
  const found = explanations.find(({ pattern }) => pattern.test(own));
  if (found === undefined) {
    return new GitError(
      "failed",
      `git failed with exit code ${exitCode ?? "unknown (killed by a signal)"}; see the server log for details.`,
      { stderr, cause: exitCode === null ? outageCause("ERR_PROCESS_KILLED") : undefined },
    );
  }
  const detail = found.pattern.exec(own)?.groups?.detail;
  const cause = found.code === undefined ? undefined : outageCause(found.code);
  return new GitError(found.kind, found.message.replace("%", detail ?? "unknown"), { stderr, cause });
}

/** The cause of an outage. Its error code tells callers that neither the repository nor its author is at fault. */
function outageCause(code: string): Error {
  return Object.assign(new Error(code), { code });
}

const damaged =
  "The repository on the server is damaged. If it is a copy of a remote repository, the next update fetches it again.";

const explanations: readonly { kind: GitErrorKind; pattern: RegExp; message: string; code?: string }[] = [
  {
    kind: "failed",
    pattern: /Permission denied|Read-only file system/,
    message: "The server cannot write to its data folder; check the folder's owner and permissions.",
  },
  {
    // Git often says only what it couldn't write. Without the reasons above, the disk is full, or about to fail.
    kind: "failed",
    code: "ENOSPC",
    pattern:
      /No space left on device|Disk quota exceeded|File too large|Out of diskspace|(unable|failed) to write(?! (?:request )?to remote| (?:flush|delim|response end) packet)|couldn't write '/i,
    message: "The server's disk is full; free some space, then try again.",
  },
  {
    kind: "refused",
    pattern: /object [0-9a-f]+: (?<detail>[A-Za-z0-9]{1,40}): /,
    message: "The repository contains an object that fails git's checks (%); remove it from the history.",
  },
  {
    kind: "refused",
    pattern: /fsck error/,
    message: "The repository contains an object that fails git's checks; remove it from the history.",
  },
  {
    kind: "too-large",
    pattern: /over limit|out of memory|exceeds maximum allowed size/i,
    message: "The repository contains an object or a pack that is too large.",
  },
  {
    kind: "refused",
    pattern: /transport '[^'\n]*' not allowed|unable to find remote helper/,
    message: "The repository URL must start with https:// or http://.",
  },
  {
    kind: "refused",
    pattern: /dumb http transport/,
    message: "The host only supports git's dumb HTTP protocol; use a host that supports smart HTTP.",
  },
  {
    kind: "refused",
    pattern: /returned error: 30\d|from redirection/,
    message: "The repository URL redirects to another URL; use the other URL instead.",
  },
  {
    kind: "auth",
    pattern: /returned error: 40[13]|Authentication failed|could not read (Username|Password)/,
    message: "Access to the repository was denied; check the token and its permissions.",
  },
  {
    kind: "not-found",
    pattern: /returned error: 404|repository '[^'\n]*' not found/,
    message: "Repository not found, or the token has no access to it.",
  },
  { kind: "not-found", pattern: /couldn't find remote ref/, message: "The branch does not exist in the repository." },
  {
    kind: "not-found",
    pattern:
      /Not a valid object name|not our ref|not a tree object|unknown revision|ambiguous argument|Needed a single revision/i,
    message: "The commit or folder does not exist in the repository.",
  },
  {
    kind: "network",
    pattern:
      /Could not resolve host|Failed to connect|Connection (refused|reset|timed out)|SSL|certificate|Operation too slow|unable to access|RPC failed|early EOF|remote end hung up|expected flush|bad line length|invalid server response|not valid: is this a git repository/,
    message: "The repository host did not respond as expected; check the URL, or try again later.",
  },
  {
    kind: "corrupt",
    code: "ENOENT",
    pattern: /not a git repository|^(?!.*cannot (?:run|exec|spawn)).*No such file or directory/m,
    message: damaged,
  },
  {
    kind: "corrupt",
    pattern:
      /corrupt|bad config|bad object|bad (tree|commit|blob)|object file \S+ is empty|does not match index|is too small|unable to (read|find|parse|open)|could not (read|parse|open)|inflate|missing (blob|tree|commit|object)|all necessary objects|bad pack|not a valid (object|commit)|broken/i,
    message: damaged,
  },
];
