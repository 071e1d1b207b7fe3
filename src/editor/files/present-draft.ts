import type { OpenedDraft } from "../../contract/editor-file-operations.ts";
import type { DraftFile } from "../../contract/editor-schemas.ts";
import type { Role } from "../../contract/operation.ts";
import { isoTime } from "../../platform/clock.ts";
import { type EditorDraft, isOver } from "../draft.ts";

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
  draft: EditorDraft;
  files: DraftFile[];
}

export function presentDraft({ draft, files }: Shown, reader: Reader): OpenedDraft {
  const canEdit = !isOver(draft) && (reader.role === "editor" || reader.role === "admin");
  return { ...presentFields(draft, reader), files, canEdit };
}
