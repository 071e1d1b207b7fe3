import type { DraftFileRow, DraftRow } from "../platform/db/tables/editor.ts";

/** One person's piece of work on a project: a branch that is not in git yet. */
export interface EditorDraft {
  id: string;
  organizationId: string;
  projectId: string;
  author: { id: string; name: string; email: string };
  title: string;
  branch: string;
  baseBranch: string;
  baseSha: string;
  headSha: string | null;
  status: DraftRow["status"];
  pullRequest: { number: number; url: string } | null;
  revision: number;
  createdAt: number;
  updatedAt: number;
}

/** A file that the draft changes. */
export interface DraftFile {
  path: string;
  kind: DraftFileRow["kind"];
  /** Set for text files. */
  content: string | null;
  /** Set for media files. */
  objectKey: string | null;
  bytes: number;
  movedFrom: string | null;
  /** Set if a conflict in the file was resolved: the commit that the file was merged with. */
  baseSha: string | null;
  sequence: number;
  updatedAt: number;
}

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
