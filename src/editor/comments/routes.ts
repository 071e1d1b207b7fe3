import type { DraftComment, editorTalkOperations } from "../../contract/editor-talk-operations.ts";
import type { Handlers } from "../../http/call.ts";
import { isoTime } from "../../platform/clock.ts";
import type { DraftCommentRow } from "../../platform/db/tables/editor.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { getDraft, getOpenDraft } from "../get-draft.ts";
import { addComment, listMentionable } from "./add-comment.ts";
import { askAgent } from "./ask-agent.ts";
import { changeComment, getComment, removeComment } from "./change-comment.ts";
import { listComments } from "./comment-store.ts";

export function editorCommentRoutes(deps: EditorDeps): Handlers<typeof editorTalkOperations> {
  const { database } = deps;
  return {
    listDraftComments: async ({ principal, params }) => {
      const { project, draft } = await getDraft(database.query, principal, params);
      const comments = await listComments(database.query, draft.id);
      const people = await listMentionable(database.query, principal.organizationId, project.id);
      return { comments: comments.map((comment) => present(comment, principal.user.id)), people };
    },

    addDraftComment: async ({ principal, params, body, change }) => {
      const { draft } = await getOpenDraft(database.query, principal, params);
      const { id, name } = principal.user;
      const comment = await change((tx) => addComment(deps, tx, draft, { id, name }, body));
      return present(comment, id);
    },

    changeDraftComment: async ({ principal, params, body, change, signal }) => {
      const { project, draft } = await getOpenDraft(database.query, principal, params);
      const comment = await getComment(deps, draft.id, params.commentId);
      const { id, name, role } = principal.user;
      const by = { id, name, role: role ?? "viewer" };
      return present(await changeComment(deps, comment, body, { project, draft, by, change, signal }), id);
    },

    removeDraftComment: async ({ principal, params, change, signal }) => {
      const { project, draft } = await getOpenDraft(database.query, principal, params);
      const comment = await getComment(deps, draft.id, params.commentId);
      const { id, name, role } = principal.user;
      await removeComment(deps, comment, { project, draft, by: { id, name, role: role ?? "viewer" }, change, signal });
      return undefined;
    },

    askDraftAgent: async ({ principal, params, body, signal }) => {
      const { project, draft } = await getOpenDraft(database.query, principal, params);
      const { id, name } = principal.user;
      const answer = await askAgent(deps, project, draft, { ...body, by: { id, name }, signal });
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
