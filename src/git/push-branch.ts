import { checkBranchName } from "./branch-name.ts";
import { checkSha, getRemoteTip } from "./branches.ts";
import { GitError } from "./git-error.ts";
import { type Mirror, withMirror } from "./mirror.ts";
import { type RemoteAccess, vetRemote } from "./remote.ts";
import type { RepositoryUse } from "./repository.ts";
import { runGit } from "./run-git.ts";

interface PushRequest extends Omit<RemoteAccess, "url">, RepositoryUse {
  branch: string;
  /** The expected tip of the branch; undefined if it must not exist yet. */
  from: string | undefined;
  to: string;
}

const outputBytesMax = 100_000;

/** Pushes a commit of the mirror to a branch if the branch still points to `from`. Safe to repeat. */
export async function pushBranch(mirror: Mirror, request: PushRequest): Promise<void> {
  const { branch, from, to, limits, signal } = request;
  checkBranchName(branch);
  checkSha(to);
  const remote = await vetRemote({ ...request, url: mirror.url });
  const ref = `refs/heads/${branch}`;
  const tip = await getRemoteTip(remote, branch, request).catch((error: GitError) => {
    if (error.kind === "not-found") {
      return undefined;
    }
    throw error;
  });
  if (tip === to) {
    return;
  }
  await withMirror(mirror, request, () =>
    runGit({
      gitDir: mirror.gitDir,
      args: [
        ...["push", "--quiet", "--no-verify", "--no-follow-tags", "--recurse-submodules=no"],
        ...[`--force-with-lease=${ref}:${from ?? ""}`, "--end-of-options", remote.url, `${to}:${ref}`],
      ],
      config: remote.config,
      secrets: remote.secrets,
      secondsMax: limits.fetchSecondsMax,
      stdoutBytesMax: outputBytesMax,
      signal,
    }),
  ).catch((error: unknown) => {
    throw error instanceof GitError ? explainRefusal(error, branch) : error;
  });
}

function explainRefusal(error: GitError, branch: string): GitError {
  const { stderr } = error;
  if (/stale info|fetch first|non-fast-forward/.test(stderr)) {
    return new GitError("refused", `The branch ${branch} changed in the meantime; try again.`, { stderr });
  }
  return /remote rejected/.test(stderr)
    ? new GitError(
        "auth",
        `The host rejected the branch ${branch}; check the token's permissions and the branch protection rules.`,
        { stderr },
      )
    : error;
}
