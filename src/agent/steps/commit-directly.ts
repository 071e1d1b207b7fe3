import { GitError } from "../../git/git-error.ts";
import { BranchMoved, pushCommit } from "../../git-host/push-commit.ts";
import { findBrokenRule, isProtected } from "../../projects/branch-rules.ts";
import { getProject } from "../../projects/get-project.ts";
import type { Project } from "../../projects/store.ts";
import { triggerPushedOnce } from "../../updates/find-pushed-update.ts";
import type { RunAgentDeps, Turn } from "../turn.ts";
import { journalPush, type TurnCommit, type TurnStart } from "../turn-store.ts";

/**
 * Commits the work to the branch that the job started from, if its automation wants this and the branch allows it.
 * Returns why it doesn't; undefined if it was committed.
 */
export async function commitDirectly(
  deps: RunAgentDeps,
  { job, turn, project: known, location, signal }: Turn,
  { baseSha }: TurnStart,
  { sha, report }: TurnCommit,
): Promise<string | undefined> {
  const branch = job.baseRef;
  // The rules may have changed while the agent worked.
  const project = await getProject(deps.database.query, known.organizationId, known.id);
  const refusal = findRefusal(project, branch) ?? report.lookAt;
  if (refusal !== undefined) return refusal;
  const work = { branch, from: baseSha, to: sha };
  const now = deps.clock.now();
  // The journal says with the push that it happened: nobody may have to find out whether a branch contains a commit.
  const pushHosted = () =>
    deps.pushHosted(project, work, signal, { people: [], record: (tx) => journalPush(tx, turn, now) });
  try {
    await pushCommit(location, work, pushHosted, signal);
  } catch (error) {
    // Hosts reject a commit to a branch that they protect.
    if (error instanceof GitError && error.kind === "auth") return `the repository's host refuses commits to ${branch}`;
    if (!(error instanceof BranchMoved)) throw error;
    return `${branch} has changed in the meantime, or its host accepts no commit to it`;
  }
  if (location.kind !== "hosted") {
    await deps.database.transaction(async (tx) => {
      await journalPush(tx, turn, now);
      await triggerPushedOnce(deps, tx, { project, branch, sha, from: baseSha, source: "internal", trigger: "push" });
    });
  }
  return undefined;
}

/** An automation may do what an editor may whose work nobody has approved. */
function findRefusal(project: Pick<Project, "branch" | "branchRules">, branch: string): string | undefined {
  switch (findBrokenRule(project, "editor", branch, "moved")) {
    case "admins-only":
      return `only admins can change ${branch}`;
    case "pull-requests-only":
      return `${branch} only accepts pull requests`;
    default:
      return isProtected(project, branch) && project.branchRules.requiredApprovals > 0
        ? `changes of ${branch} have to be approved`
        : undefined;
  }
}
