import type { DraftComment, editorTalkOperations } from "../../contract/editor-talk-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { isoTime } from "../../platform/clock.ts";
import type { DraftCommentRow } from "../../platform/db/tables.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { getDraft, getOpenDraft } from "../get-draft.ts";
import { addComment, listMentionable } from "./add-comment.ts";
import { askAgent } from "./ask-agent.ts";
import { changeComment, getComment, removeComment } from "./change-comment.ts";
import { listComments } from "./comment-store.ts";

export function editorCommentRoutes(deps: EditorDeps): Handlers<typeof editorTalkOperations> {
  const { database } = deps;
  return {
    listDraftComments: async (call) => {
      const { project, draft, by } = await getDraft(deps, call);
      const comments = await listComments(database.query, draft.id);
      const people = await listMentionable(database.query, project.organizationId, project.id);
      return { comments: comments.map((comment) => present(comment, by)), people };
    },

    addDraftComment: async (call) => {
      const { draft, by } = await getOpenDraft(deps, call);
      const author = { id: by, name: call.principal.user.name };
      const comment = await call.change((tx) => addComment(deps, tx, draft, author, call.body));
      return present(comment, by);
    },

    changeDraftComment: async (call) => {
      const request = await getOpenDraft(deps, call);
      const comment = await getComment(database.query, request.draft.id, call.params.commentId);
      const { id, name, role } = call.principal.user;
      const by = { id, name, role: role ?? "viewer" };
      return present(await changeComment(deps, comment, call.body, { ...request, by, change: call.change }), id);
    },

    removeDraftComment: async (call) => {
      const request = await getOpenDraft(deps, call);
      const comment = await getComment(database.query, request.draft.id, call.params.commentId);
      const { id, name, role } = call.principal.user;
      await removeComment(deps, comment, { ...request, by: { id, name, role: role ?? "viewer" }, change: call.change });
      return undefined;
    },

    askDraftAgent: async (call) => {
      const request = await getOpenDraft(deps, call);
      const { id, name } = call.principal.user;
      const answer = await askAgent(deps, { ...call.body, ...request, by: { id, name } });
      return { ...answer, comments: answer.comments.map((comment) => present(comment, id)) };
    },
  };
}

function present(comment: DraftCommentRow, readerId: string): DraftComment {
  return {
    id: comment.id,
    path: comment.path,
    parentId: comment.parentId,
    kind: comment.kind,
    anchor: comment.anchor === null ? null : JSON.parse(comment.anchor),
    body: comment.body,
    replacement: comment.replacement,
    author: comment.authorName,
    isOwn: comment.authorId === readerId,
    status: comment.status,
    endedBy: comment.endedBy,
    createdAt: isoTime(Number(comment.createdAt)),
  };
}
