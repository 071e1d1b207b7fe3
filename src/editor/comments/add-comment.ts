import { effectiveRole, listMembers } from "../../accounts/member-store.ts";
import { listRolesInProject } from "../../accounts/members/project-role-store.ts";
import { type EventDeps, recordEvent } from "../../activity/events/record-event.ts";
import type { NewDraftComment } from "../../contract/editor-talk-operations.ts";
import type { Connection, Transaction } from "../../platform/db/database.ts";
import type { DraftCommentRow } from "../../platform/db/tables.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/id.ts";
import { checkWrite } from "../check-write.ts";
import type { EditorDraft } from "../draft.ts";
import { recordDraftChange } from "../record-draft-change.ts";
import { commentsMax, countComments, findComment, insertComment } from "./comment-store.ts";

const eventTextMax = 500;

/** Stores the comment and notifies everyone it mentions, in one transaction. */
export async function addComment(
  deps: EventDeps,
  tx: Transaction,
  draft: EditorDraft,
  author: { id: string; name: string },
  comment: NewDraftComment,
): Promise<DraftCommentRow> {
  checkWrite(comment.path);
  if ((await countComments(tx, draft.id)) >= commentsMax) {
    throw new AppError("conflict", `This draft has ${commentsMax} comments already; resolve or delete some first.`);
  }
  const parent = comment.parentId === undefined ? undefined : await findComment(tx, draft.id, comment.parentId);
  if (comment.parentId !== undefined && (parent === undefined || parent.parentId !== null)) {
    throw new AppError("not_found", "The comment you are replying to was deleted.");
  }
  if (comment.replacement !== undefined && comment.anchor === undefined) {
    throw new AppError("bad_request", "A suggestion needs the text that it would replace; send `anchor`.");
  }
  const now = deps.clock.now();
  const row: DraftCommentRow = {
    id: newId("dcm", deps.clock),
    draftId: draft.id,
    path: parent?.path ?? comment.path,
    parentId: parent?.id ?? null,
    kind: comment.replacement === undefined ? "comment" : "suggestion",
    anchor: comment.anchor === undefined ? null : JSON.stringify(comment.anchor),
    body: comment.body,
    replacement: comment.replacement ?? null,
    authorId: author.id,
    authorName: author.name,
    status: "open",
    endedBy: null,
    createdAt: now,
    updatedAt: now,
  };
  await insertComment(tx, row);
  await recordDraftChange(tx, draft, now);
  await notifyMentioned(deps, tx, draft, row, comment.mentions ?? []);
  return row;
}

async function notifyMentioned(
  deps: EventDeps,
  tx: Transaction,
  { organizationId, projectId, id, title }: EditorDraft,
  comment: DraftCommentRow,
  mentions: readonly string[],
): Promise<void> {
  if (mentions.length === 0) return;
  const people = new Set((await listMentionable(tx, organizationId, projectId)).map((person) => person.id));
  for (const subject of new Set(mentions)) {
    // Authors aren't notified of their own comments, nor are people who can't see the project.
    if (!people.has(subject) || subject === comment.authorId) continue;
    const { id: commentId, authorName: author, body, path } = comment;
    const text = body.slice(0, eventTextMax);
    const data = { comment: { id: commentId, author, text, page: path, draft: { id, title } } };
    await recordEvent(deps, tx, { type: "comment.mentioned", projectId, subject, data });
  }
}

/** Members who can see the project. */
export async function listMentionable(
  connection: Connection,
  organizationId: string,
  projectId: string,
): Promise<{ id: string; name: string }[]> {
  const members = await listMembers(connection, organizationId);
  const roles = await listRolesInProject(connection, projectId);
  return members
    .filter(({ userId, role }) => effectiveRole(role, roles.get(userId)) !== "none")
    .map(({ userId, name }) => ({ id: userId, name }));
}
