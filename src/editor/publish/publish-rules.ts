import type { Role } from "../../contract/operation.ts";
import { findBrokenRule } from "../../projects/branch-rules.ts";
import type { Project } from "../../projects/store.ts";
import { type EditorDraft, isOver } from "../draft.ts";

/**
 * The reason why this person can't publish the draft, as a sentence; undefined if they can. The rules for publishing
 * are those for a push.
 */
export function findPublishProblem(
  project: Pick<Project, "branch" | "branchRules">,
  draft: Pick<EditorDraft, "baseBranch" | "status">,
  role: Role,
): string | undefined {
  if (draft.status === "review") {
    return "This draft is in review; publish it on the page of its pull request.";
  }
  if (draft.baseBranch !== project.branch) {
    return "The project now publishes another branch than the one that this draft was started from.";
  }
  const problem = findReviewProblem(draft, role);
  if (problem !== undefined) return problem;
  switch (findBrokenRule(project, role, draft.baseBranch, "moved")) {
    case "admins-only":
      return "Only admins can publish here. Request a review instead.";
    case "pull-requests-only":
      return "Changes need a review before they are published. Request a review instead.";
    default:
      return undefined;
  }
}

/** The reason why this person can't request a review. */
export function findReviewProblem(draft: Pick<EditorDraft, "status">, role: Role): string | undefined {
  if (role === "viewer") return "Viewers can't change the docs; ask an editor.";
  return isOver(draft) ? `This draft is ${draft.status}.` : undefined;
}
