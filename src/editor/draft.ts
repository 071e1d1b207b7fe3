import type { DraftFileRow, DraftRow } from "../platform/db/tables.ts";
import type { Project } from "../projects/store.ts";

/** A set of changes that a person makes to a project, like a branch that is not in git yet. */
export interface EditorDraft
  extends Omit<DraftRow, "authorId" | "authorName" | "authorEmail" | "pullRequest" | "pullRequestUrl"> {
  author: { id: string; name: string; email: string };
  pullRequest: { number: number; url: string } | null;
}

/** The context of one request about a draft. */
export interface DraftRequest {
  project: Project;
  draft: EditorDraft;
  signal: AbortSignal;
}

/** The context of one request that changes a draft. */
export interface DraftChangeRequest extends DraftRequest {
  /** The ID of the person. */
  by: string;
}

/** A file that the draft changes. */
export type DraftFile = Omit<DraftFileRow, "draftId">;

export const draftLimits = {
  /** The maximum number of open drafts in a project. */
  draftsMax: 200,
  filesMax: 500,
  /** The maximum size of one text. The build has its own limit for pages. */
  textBytesMax: 1_000_000,
  mediaBytesMax: 20_000_000,
  /** The maximum size of all changed files of a draft. */
  bytesMax: 200_000_000,
};

/** Published and discarded drafts can be read but not changed. */
export function isOver({ status }: Pick<EditorDraft, "status">): boolean {
  return status === "published" || status === "discarded";
}
