import type { OpenedDraft } from "../../contract/editor-file-operations.ts";
import type { DraftFile } from "../../contract/editor-schemas.ts";
import type { Role } from "../../contract/operation.ts";
import { isoTime } from "../../platform/clock.ts";
import { findRefusal } from "../../projects/branch-rules.ts";
import type { Project } from "../../projects/store.ts";
import { type EditorDraft, isOver } from "../draft.ts";

/** The person who requests the draft. */
export interface Reader {
  id: string;
  /** The person's role in the project; null without a role. */
  role: Role | null;
}

/** The fields that lists of drafts show too. */
export function presentFields(draft: EditorDraft, reader: Reader) {
  return {
    id: draft.id,
    title: draft.title,
    author: draft.author.name,
    isOwn: draft.author.id === reader.id,
    status: draft.status,
    branch: draft.branch,
    baseBranch: draft.baseBranch,
    baseSha: draft.baseSha,
    pullRequest: draft.pullRequest?.url ?? null,
    createdAt: isoTime(draft.createdAt),
    updatedAt: isoTime(draft.updatedAt),
  };
}

interface Shown {
  project: Project;
  draft: EditorDraft;
  files: DraftFile[];
  isBehind: boolean;
}

export function presentDraft({ project, draft, files, isBehind }: Shown, reader: Reader): OpenedDraft {
  const canEdit = !isOver(draft) && (reader.role === "editor" || reader.role === "admin");
  const publishRefusal = canEdit ? findPublishRefusal(project, draft, reader.role) : null;
  return {
    ...presentFields(draft, reader),
    files,
    isBehind,
    canEdit,
    canPublish: canEdit && publishRefusal === null,
    publishRefusal: canEdit ? publishRefusal : editRefusal(draft),
  };
}

function editRefusal(draft: EditorDraft): string {
  return isOver(draft) ? `This draft is ${draft.status}.` : "Viewers can read drafts and comment on them.";
}

/**
 * Publishing is a push to the branch, so the same rules apply. Only the messages are written for people who don't use
 * git.
 */
function findPublishRefusal(
  project: Pick<Project, "branch" | "branchRules">,
  { baseBranch }: Pick<EditorDraft, "baseBranch">,
  role: Role | null,
): string | null {
  const checked = role ?? "viewer";
  if (checked === "viewer") return "Viewers can't publish.";
  if (findRefusal(project, checked, baseBranch, "moved") === undefined) return null;
  return project.branchRules.editorsPublish || checked === "admin"
    ? `${baseBranch} only accepts pull requests; request a review instead.`
    : `Only admins can publish to ${baseBranch}; request a review instead.`;
}
