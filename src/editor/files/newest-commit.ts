import { LRUCache } from "lru-cache";
import { GitError } from "../../git/git-error.ts";
import type { Services } from "../../platform/services.ts";
import type { Project } from "../../projects/store.ts";
import type { DraftRequest } from "../draft.ts";
import { type DraftSourceDeps, findBaseCommit } from "../draft-source.ts";

const keptMilliseconds = 30_000;
const branchesMax = 1_000;

/**
 * Finds the newest commit of a branch. A remote host is asked at most every 30 seconds per branch, the built-in host
 * every time.
 */
export function createNewestCommits(deps: DraftSourceDeps & Pick<Services, "clock">) {
  const known = new LRUCache<string, { sha: string | undefined; at: number }>({ max: branchesMax });

  async function findNewest(project: Project, branch: string, signal: AbortSignal): Promise<string | undefined> {
    const key = `${project.id} ${branch}`;
    const found = known.get(key);
    if (found !== undefined && project.hostedRepository === null && found.at > deps.clock.now() - keptMilliseconds) {
      return found.sha;
    }
    const sha = await readNewest(deps, { ...project, branch }, signal);
    known.set(key, { sha, at: deps.clock.now() });
    return sha;
  }

  return {
    /**
     * Whether the base branch has moved since the draft started. False if the git host can't be reached, because the
     * draft must open anyway.
     */
    async isBehind({ project, draft: { baseBranch, baseSha }, signal }: DraftRequest): Promise<boolean> {
      const newest = await findNewest(project, baseBranch, signal);
      return newest !== undefined && newest !== baseSha;
    },
  };
}

async function readNewest(deps: DraftSourceDeps, project: Project, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await findBaseCommit(deps, project, signal)).sha;
  } catch (error) {
    if (!(error instanceof GitError) || signal.aborted) throw error;
    return undefined;
  }
}
