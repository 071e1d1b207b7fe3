import { readQuery } from "../../api/read-query.ts";
import { type EditorAnswer, editorApi } from "../editor-client.ts";

export type DraftTree = EditorAnswer<"readTree">;
export type DraftFile = DraftTree["files"][number];
export type DraftSummary = EditorAnswer<"listDrafts">["drafts"][number];

/** Live changes refetch queries by these keys. */
export const draftsQuery = (projectId: string) =>
  readQuery(["drafts", projectId], (options) => editorApi.listDrafts({ projectId }, options));

export const draftQuery = (projectId: string, draftId: string) =>
  readQuery(["draft", draftId], (options) => editorApi.getDraft({ projectId, draftId }, options));

/** Typing isn't announced, so titles and marks are refetched regularly. */
export const treeMilliseconds = 60_000;

export const treeQuery = (projectId: string, draftId: string) =>
  readQuery(["draft", draftId, "tree"], (options) => editorApi.readTree({ projectId, draftId }, options), {
    refetchInterval: treeMilliseconds,
  });

/** The server validates this again. Schemas aren't part of the dashboard. */
export const draftTitleLengthMax = 200;
export const searchLengthMax = 200;
export const mediaBytesMax = 20_000_000;
