import { BranchMoved, type CommitToPush, pushCommit } from "../../git-host/push-commit.ts";
import { isProtected } from "../../projects/branch-rules.ts";
import { AgentFailure } from "../agent-failure.ts";
import type { RunAgentDeps, Turn } from "../turn.ts";

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
