import { get, post } from "./dashboard-operation.ts";
import {
  DraftComment,
  DraftCommentChange,
  DraftComments,
  DraftPrompt,
  DraftProposal,
  NewDraftComment,
} from "./editor-talk-schemas.ts";
import type { Limit, Operation } from "./operation.ts";

const path = "/project/{projectId}/drafts/{draftId}";

const prompts: readonly Limit[] = [{ name: "draft-prompts", by: "project", max: 120, windowSeconds: 3_600 }];

/** Comments, suggestions and the agent in a draft. */
export const editorTalkOperations = {
  listDraftComments: get("viewer", `${path}/comments`, { reply: DraftComments }),
  addDraftComment: post("viewer", `${path}/comments`, {
    body: NewDraftComment,
    created: DraftComment,
    hasStates: true,
  }),
  changeDraftComment: post("viewer", `${path}/comments/{commentId}`, {
    body: DraftCommentChange,
    reply: DraftComment,
    hasStates: true,
  }),
  removeDraftComment: post("viewer", `${path}/comments/{commentId}/remove`),
  askDraftAgent: post("editor", `${path}/agent`, {
    body: DraftPrompt,
    reply: DraftProposal,
    limits: prompts,
    hasStates: true,
  }),
} as const satisfies Record<string, Operation>;
