import type { OpenedDraft } from "../../contract/editor-file-operations.ts";
import type { DraftFile } from "../../contract/editor-schemas.ts";
import type { Role } from "../../contract/operation.ts";
import { isoTime } from "../../platform/clock.ts";
import type { Project } from "../../projects/store.ts";
import { type EditorDraft, isOver } from "../draft.ts";
import { findBranchProblem } from "../publish/publish-rules.ts";

/** The person who requests the draft. */
export interface Reader {
  id: string;
  /** The person's role in the project; null without a role. */
  role: Role | null;
}

/** The fields of a draft that are also shown in lists of drafts. */
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
  const problem = canEdit && reader.role ? findBranchProblem(project, draft, reader.role) : undefined;
  const publishRefusal = problem === undefined ? null : `${problem}; request a review instead.`;
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
