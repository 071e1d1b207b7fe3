import { resolveRef } from "../../git/branches.ts";
import { fetchBranch } from "../../git/fetch-branch.ts";
import { GitError } from "../../git/git-error.ts";
import { mirrorOf } from "../../git/mirror.ts";
import { defaultRepositoryLimits, type Repository } from "../../git/repository.ts";

export type SourceLocation =
  /** A bare repository of the built-in git host. */
  { kind: "hosted"; gitDir: string } | RemoteLocation;

interface RemoteLocation {
  kind: "remote";
  url: string;
  token: string | undefined;
  /** Why there is no token, reported if the repository turns out to need one. */
  tokenProblem?: string | undefined;
  mirrorsFolder: string;
  allowedHosts: readonly string[];
}

interface TipRequest {
  location: SourceLocation;
  branch: string;
  isTag?: boolean;
  signal: AbortSignal;
}

const limits = defaultRepositoryLimits;

/** Fetches the newest commit of a branch, or the commit of a tag. */
export async function findTip({ location, branch, isTag = false, signal }: TipRequest): Promise<{
  repository: Repository;
  sha: string;
}> {
  if (location.kind === "hosted") {
    const repository = { gitDir: location.gitDir };
    return { repository, sha: await resolveRef(repository, branch, isTag, { limits, signal }) };
  }
  const mirror = mirrorOf(location.mirrorsFolder, location.url);
  const { token, tokenProblem, allowedHosts } = location;
  try {
    return {
      repository: mirror,
      sha: await fetchBranch(mirror, { branch, isTag, token, allowedHosts, limits, signal }),
    };
  } catch (error) {
    const needsToken = error instanceof GitError && (error.kind === "auth" || error.kind === "not-found");
    if (!needsToken || tokenProblem === undefined) throw error;
    throw new GitError(error.kind, `${error.message} ${tokenProblem}`, { cause: error });
  }
}
