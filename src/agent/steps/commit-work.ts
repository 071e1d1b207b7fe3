import { commitChanges } from "../../git/commit-changes.ts";
import { GitError } from "../../git/git-error.ts";
import { withLock } from "../../git/lock.ts";
import { mirrorOf } from "../../git/mirror.ts";
import { pushBranch } from "../../git/push-branch.ts";
import { defaultRepositoryLimits, type Repository } from "../../git/repository.ts";
import { isProtected } from "../../projects/branch-rules.ts";
import { RefsMoved } from "../../projects/repositories/move-refs.ts";
import { AgentFailure } from "../agent-failure.ts";
import type { CheckedChange } from "../check-changes.ts";
import type { RunAgentDeps, Turn, WorkToPush } from "../turn.ts";

const limits = defaultRepositoryLimits;
export const agentAuthor = { name: "Lectern agent", email: "agent@lectern.invalid" };

interface WorkToCommit {
  parent: string;
  changes: readonly CheckedChange[];
  /** The content directory in the repository. */
  directory: string;
  message: string;
  /** When the work started. Repeating the same work gives the same commit. */
  at: number;
}

/** Creates the commit without moving a branch. */
export async function commitWork(repository: Repository, work: WorkToCommit, signal: AbortSignal): Promise<string> {
  const inRepository = ({ path, content }: CheckedChange) => ({
    path: work.directory === "" ? path : `${work.directory}/${path}`,
    content,
  });
  return withLock(`${repository.gitDir}.lock`, { secondsMax: limits.lockSecondsMax, signal }, () =>
    commitChanges(repository, {
      parent: work.parent,
      changes: work.changes.map(inRepository),
      author: agentAuthor,
      message: work.message,
      at: work.at,
      limits,
      signal,
    }),
  );
}

const moved =
  "Someone else pushed to the job's branch while the agent was working; send the job a message to continue from there.";

/** Moves the branch to the commit in the public repository. Safe to repeat. */
export async function pushWork(
  { pushHosted }: Pick<RunAgentDeps, "pushHosted">,
  { project, location, signal }: Pick<Turn, "project" | "location" | "signal">,
  work: WorkToPush,
): Promise<void> {
  if (isProtected(project, work.branch)) {
    throw new AgentFailure("conflict", `The branch ${work.branch} is protected, and the agent never changes those.`);
  }
  try {
    if (location.kind === "hosted") {
      await pushHosted(project, work, signal);
      return;
    }
    const { url, token, mirrorsFolder, allowedHosts } = location;
    await pushBranch(mirrorOf(mirrorsFolder, url), { ...work, token, allowedHosts, limits, signal });
  } catch (error) {
    // The repository was accessible before, so a refusal now is about the position of the branch.
    const isMoved =
      error instanceof RefsMoved ? error.refs.length > 0 : error instanceof GitError && error.kind === "refused";
    throw isMoved ? new AgentFailure("conflict", moved, { cause: error }) : error;
  }
}
