import { readQuery } from "../../api/read-query.ts";
import { type EditorAnswer, editorApi } from "../editor-client.ts";

export type DraftTree = EditorAnswer<"readTree">;
export type DraftFile = DraftTree["files"][number];
export type DraftSummary = EditorAnswer<"listDrafts">["drafts"][number];

/** The names of the queries are those that a live change refreshes. */
export const draftsQuery = (projectId: string) =>
  readQuery(["drafts", projectId], (options) => editorApi.listDrafts({ projectId }, options));

export const draftQuery = (projectId: string, draftId: string) =>
  readQuery(["draft", draftId], (options) => editorApi.getDraft({ projectId, draftId }, options));

/** Typing isn't announced, so titles and marks are read again from time to time. */
export const treeMilliseconds = 60_000;

export const treeQuery = (projectId: string, draftId: string) =>
  readQuery(["draft", draftId, "tree"], (options) => editorApi.readTree({ projectId, draftId }, options), {
    refetchInterval: treeMilliseconds,
  });

/** Checked again by the server; schemas aren't part of the dashboard. */
export const draftTitleLengthMax = 200;
export const searchLengthMax = 200;
export const mediaBytesMax = 20_000_000;
