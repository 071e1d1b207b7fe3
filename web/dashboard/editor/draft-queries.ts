import { readQuery } from "../api/read-query.ts";
import { type EditorAnswer, editorApi } from "./editor-client.ts";

/** The parameters that identify a draft in every call. */
export interface DraftParams {
  projectId: string;
  draftId: string;
}

export type DraftTree = EditorAnswer<"readTree">;
export type DraftFile = DraftTree["files"][number];
export type DraftSummary = EditorAnswer<"listDrafts">["drafts"][number];
export type DraftChanges = EditorAnswer<"describeChanges">;
export type ChangedFile = DraftChanges["files"][number];

/** Live changes refetch queries by these keys. */
export const draftsQuery = (projectId: string) =>
  readQuery(["drafts", projectId], (options) => editorApi.listDrafts({ projectId }, options));

/** The keys of all other queries of a draft start with this key, so they are refetched together. */
export const draftQuery = (draft: DraftParams) =>
  readQuery(["draft", draft.draftId], (options) => editorApi.getDraft(draft, options));

/** Typing isn't announced, so titles and marks are refetched regularly. */
const regularly = { refetchInterval: 60_000 };

export const treeQuery = (draft: DraftParams) =>
  readQuery(["draft", draft.draftId, "tree"], (options) => editorApi.readTree(draft, options), regularly);

export const navigationQuery = (draft: DraftParams) =>
  readQuery(["draft", draft.draftId, "navigation"], (options) => editorApi.readNavigation(draft, options), regularly);

export const settingsQuery = (draft: DraftParams) =>
  readQuery(["draft", draft.draftId, "settings"], (options) => editorApi.readSettings(draft, options));

export const commentsQuery = (draft: DraftParams) =>
  readQuery(["draft", draft.draftId, "comments"], (options) => editorApi.listDraftComments(draft, options));

export const changesQuery = (draft: DraftParams) =>
  readQuery(["draft", draft.draftId, "changes"], (options) => editorApi.describeChanges(draft, options));

/** The path of the draft in the API. */
export function draftPath({ projectId, draftId }: DraftParams): string {
  return `/v1/dashboard/project/${encodeURIComponent(projectId)}/drafts/${encodeURIComponent(draftId)}`;
}

/** The address at which the dashboard reads the draft's version of a media file. */
export function mediaUrl(draft: DraftParams, path: string): string {
  return `${draftPath(draft)}/media?path=${encodeURIComponent(path)}`;
}
