import Type from "typebox";
import {
  DraftComment,
  DraftCommentChange,
  DraftComments,
  DraftPrompt,
  DraftProposal,
  NewDraftComment,
} from "./editor-talk-schemas.ts";
import { id, projectId } from "./ids.ts";
import type { Limit, Operation } from "./operation.ts";

const draftId = id("ID of the draft.");
const inDraft = Type.Object({ projectId, draftId });
const ofComment = Type.Object({ projectId, draftId, commentId: id("ID of the comment.") });
const path = "/v1/dashboard/project/{projectId}/drafts/{draftId}";

const prompts: readonly Limit[] = [{ name: "draft-prompts", by: "project", max: 120, windowSeconds: 3_600 }];

/** Comments, suggestions and the agent in a draft. */
export const editorTalkOperations = {
  listDraftComments: {
    method: "GET",
    path: `${path}/comments`,
    summary: "List the comments of a draft",
    about: "Returns comments and suggestions on all pages of a draft, and who can be mentioned.",
    key: "session",
    role: "viewer",
    params: inDraft,
    reply: { status: 200, schema: DraftComments },
  },
  addDraftComment: {
    method: "POST",
    path: `${path}/comments`,
    summary: "Comment on a draft",
    about: "Adds a comment on a text or a page, a reply, or a suggestion. People who are mentioned are notified.",
    key: "session",
    role: "viewer",
    params: inDraft,
    body: NewDraftComment,
    reply: { status: 201, schema: DraftComment },
    hasStates: true,
  },
  changeDraftComment: {
    method: "POST",
    path: `${path}/comments/{commentId}`,
    summary: "Edit, resolve or decide a comment",
    about: "Authors edit their text. Editors resolve comments, and accept or reject suggestions.",
    key: "session",
    role: "viewer",
    params: ofComment,
    body: DraftCommentChange,
    reply: { status: 200, schema: DraftComment },
    hasStates: true,
  },
  removeDraftComment: {
    method: "POST",
    path: `${path}/comments/{commentId}/remove`,
    summary: "Delete a comment",
    about: "Deletes your own comment, or any if you are an admin. Deleting the first comment deletes its thread.",
    key: "session",
    role: "viewer",
    params: ofComment,
    reply: { status: 204 },
  },
  askDraftAgent: {
    method: "POST",
    path: `${path}/agent`,
    summary: "Ask the agent to change a text",
    about:
      "Says what to change on a page or in a selection. The result is suggestions, from the language model or, without one, from built-in rules.",
    key: "session",
    role: "editor",
    params: inDraft,
    body: DraftPrompt,
    reply: { status: 200, schema: DraftProposal },
    limits: prompts,
    hasStates: true,
  },
} as const satisfies Record<string, Operation>;
