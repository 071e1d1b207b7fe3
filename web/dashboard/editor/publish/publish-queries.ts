import { readQuery } from "../../api/read-query.ts";
import { type EditorAnswer, editorApi } from "../editor-client.ts";

export type DraftChanges = EditorAnswer<"describeChanges">;
export type ChangedFile = DraftChanges["files"][number];
export type Conflict = EditorAnswer<"readConflicts">["conflicts"][number];

/** The parameters that identify a draft in every call. */
export interface DraftAddress {
  projectId: string;
  draftId: string;
}

/** Refetched together with the draft, because the key starts with the draft's key. */
export const changesQuery = ({ projectId, draftId }: DraftAddress) =>
  readQuery(["draft", draftId, "changes"], (options) => editorApi.describeChanges({ projectId, draftId }, options));

export const conflictsQuery = ({ projectId, draftId }: DraftAddress) =>
  readQuery(["draft", draftId, "conflicts"], (options) => editorApi.readConflicts({ projectId, draftId }, options));
