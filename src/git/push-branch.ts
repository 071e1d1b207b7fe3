import { checkBranchName } from "./branch-name.ts";
import { checkSha, getRemoteTip } from "./branches.ts";
import { GitError } from "./git-error.ts";
import { type Mirror, withMirror } from "./mirror.ts";
import { type RemoteAccess, vetRemote } from "./remote.ts";
import type { RepositoryUse } from "./repository.ts";
import { longCommand, runGit } from "./run-git.ts";

interface PushRequest extends Omit<RemoteAccess, "url">, RepositoryUse {
  branch: string;
  /** The expected tip of the branch; undefined if the branch must not exist yet. */
  from: string | undefined;
  to: string;
}

/** Pushes a commit of the mirror to a branch if the branch still points to `from`. It is safe to do this twice. */
export async function pushBranch(mirror: Mirror, request: PushRequest): Promise<void> {
  const { branch, from, to } = request;
  checkBranchName(branch);
  checkSha(to);
  const { url, config, secrets } = await vetRemote({ ...request, url: mirror.url });
  const ref = `refs/heads/${branch}`;
  const tip = await getRemoteTip({ url, config, secrets }, branch, request).catch((error: GitError) => {
    if (error.kind === "not-found") {
      return undefined;
    }
    throw error;
  });
  if (tip === to) {
    return;
  }
  const command = longCommand(mirror, request, [
    ...["push", "--quiet", "--no-verify", "--no-follow-tags", "--recurse-submodules=no"],
    ...[`--force-with-lease=${ref}:${from ?? ""}`, "--end-of-options", url, `${to}:${ref}`],
  ]);
  await withMirror(mirror, request, () => runGit({ ...command, config, secrets })).catch((error: unknown) => {
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
