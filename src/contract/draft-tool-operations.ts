import { editorOperations } from "./editor-operations.ts";

const { createDraft, writeDraftFile, requestReview, discardDraft } = editorOperations;

/** The operations of drafts that propose an edit, for people with a personal access token. */
export const draftToolOperations = {
  createDraft: forTokens(createDraft),
  writeDraftFile: forTokens(writeDraftFile),
  requestReview: forTokens(requestReview),
  discardDraft: forTokens(discardDraft),
};

function forTokens<O extends { path: string }>(operation: O) {
  const path = operation.path.replace("/v1/dashboard/", "/v1/tools/");
  return { ...operation, path, key: "admin" as const, scope: "write" as const };
}
