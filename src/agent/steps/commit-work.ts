import { commitChanges, type TreeChange } from "../../git/commit-changes.ts";
import { withLock } from "../../git/lock.ts";
import { defaultRepositoryLimits, type Repository } from "../../git/repository.ts";
import { BranchMoved, type CommitToPush, pushCommit } from "../../git-host/push-commit.ts";
import { isProtected } from "../../projects/branch-rules.ts";
import { AgentFailure } from "../agent-failure.ts";
import type { RunAgentDeps, Turn } from "../turn.ts";

const limits = defaultRepositoryLimits;
export const agentAuthor = { name: "Lectern agent", email: "agent@lectern.invalid" };

interface WorkToCommit {
  parent: string;
  /** Paths are relative to the content directory. */
  changes: readonly TreeChange[];
  /** The content directory in the repository. */
  directory: string;
  /** Defaults to the agent. */
  author?: { name: string; email: string };
  message: string;
  /** When the work started. The commit has this date, so repeating the same work creates the same commit. */
  at: number;
}

/** Creates the commit without moving a branch. */
export async function commitWork(repository: Repository, work: WorkToCommit, signal: AbortSignal): Promise<string> {
  const inRepository = ({ path, content }: TreeChange) => ({
    path: work.directory === "" ? path : `${work.directory}/${path}`,
    content,
  });
  return withLock(`${repository.gitDir}.lock`, { secondsMax: limits.lockSecondsMax, signal }, () =>
    commitChanges(repository, {
      parent: work.parent,
      changes: work.changes.map(inRepository),
      author: work.author ?? agentAuthor,
      message: work.message,
      at: work.at,
      limits,
      signal,
    }),
  );
}

const moved =
  "Someone else pushed to the job's branch while the agent was working; send the job a message to continue from there.";

/** Moves the branch to the commit in the public repository. It is safe to do this twice. */
export async function pushWork(
  { pushHosted }: Pick<RunAgentDeps, "pushHosted">,
  { project, location, signal }: Pick<Turn, "project" | "location" | "signal">,
  work: CommitToPush,
  people: readonly string[],
): Promise<void> {
  if (isProtected(project, work.branch)) {
    throw new AgentFailure(
      "conflict",
      `The branch ${work.branch} is protected, and the agent never changes protected branches.`,
    );
  }
  await pushCommit(location, work, () => pushHosted(project, work, signal, { people }), signal).catch(
    (error: unknown) => {
      throw error instanceof BranchMoved ? new AgentFailure("conflict", moved, { cause: error }) : error;
    },
  );
}
