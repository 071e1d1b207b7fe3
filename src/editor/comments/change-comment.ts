import type { Role } from "../../contract/operation.ts";
import type { Connection, Transaction } from "../../platform/db/database.ts";
import type { DraftCommentRow } from "../../platform/db/tables.ts";
import { AppError } from "../../platform/errors.ts";
import type { DraftRequest, EditorDraft } from "../draft.ts";
import { changeTexts } from "../draft-files.ts";
import { readNews } from "../draft-text.ts";
import { openTree } from "../draft-tree.ts";
import type { EditorDeps } from "../editor-deps.ts";
import { recordDraftChange } from "../record-draft-change.ts";
import { deleteComment, findComment, updateComment } from "./comment-store.ts";

interface Person {
  id: string;
  name: string;
  role: Role;
}

interface CommentChange {
  body?: string | undefined;
  status?: DraftCommentRow["status"] | undefined;
}

interface ChangeRequest extends DraftRequest {
  by: Person;
  change<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

export async function getComment(connection: Connection, draftId: string, id: string): Promise<DraftCommentRow> {
  const comment = await findComment(connection, draftId, id);
  if (comment === undefined) {
    throw new AppError("not_found", "Comment not found. It may have been deleted.");
  }
  return comment;
}

/**
 * Edits a comment, resolves or reopens it, or accepts or rejects a suggestion. Accepting changes the text in the same
 * transaction.
 */
export async function changeComment(
  deps: EditorDeps,
  comment: DraftCommentRow,
  { body, status }: CommentChange,
  request: ChangeRequest,
): Promise<DraftCommentRow> {
  checkChange(comment, { body, status }, request.by);
  const now = deps.clock.now();
  const write = async (tx: Transaction) => {
    const change = {
      ...(body !== undefined && { body }),
      ...(status !== undefined && { status, endedBy: status === "open" ? null : request.by.name }),
    };
    const changed = await updateComment(tx, comment, change, now);
    if (changed === undefined)
      throw new AppError("conflict", "Someone else has just changed the status of this comment; reload it.");
    await recordDraftChange(tx, request.draft, now);
    return changed;
  };
  if (status !== "accepted") return request.change(write);
  let changed = comment;
  const from = await openTree(deps, request);
  const content = await acceptedText(deps, request.draft, comment);
  const inTransaction = (work: (tx: Transaction) => Promise<void>) =>
    request.change(async (tx) => {
      changed = await write(tx);
      await work(tx);
    });
  const texts = { ...request, by: request.by.id, from, inTransaction };
  await changeTexts(deps, texts, [{ path: comment.path, content }]);
  return changed;
}

export async function removeComment(
  { clock }: Pick<EditorDeps, "clock">,
  comment: DraftCommentRow,
  { draft, by, change }: ChangeRequest,
): Promise<void> {
  if (comment.authorId !== by.id && by.role !== "admin") {
    throw new AppError("forbidden", "Only its author or an admin can delete a comment.");
  }
  await change(async (tx) => {
    await getComment(tx, draft.id, comment.id);
    await deleteComment(tx, draft.id, comment.id);
    await recordDraftChange(tx, draft, clock.now());
  });
}

function checkChange(comment: DraftCommentRow, { body, status }: CommentChange, by: Person): void {
  if (body !== undefined && comment.authorId !== by.id) {
    throw new AppError("forbidden", "Only its author can edit a comment.");
  }
  if (status === undefined) return;
  if (by.role === "viewer" && comment.authorId !== by.id) {
    throw new AppError("forbidden", "Only editors can resolve comments and accept or reject suggestions.");
  }
  if (status === "accepted" && by.role === "viewer") {
    throw new AppError("forbidden", "Only editors can accept a suggestion, because it changes the text.");
  }
  const isDecision = status === "accepted" || status === "rejected";
  if (isDecision !== (comment.kind === "suggestion") && status !== "open") {
    throw new AppError("bad_request", "Comments can be resolved; suggestions can be accepted or rejected.");
  }
  if (comment.status === "accepted") {
    throw new AppError("conflict", "This suggestion was accepted; undo the change in the text instead.");
  }
}

/** The page with the suggestion applied. Throws if the text that the suggestion would replace has changed since. */
async function acceptedText(
  { database, texts }: Pick<EditorDeps, "database" | "texts">,
  { id, organizationId }: EditorDraft,
  { path, anchor: json, replacement }: DraftCommentRow,
): Promise<string> {
  const { updates } = await readNews(database.query, id, path);
  const anchor = JSON.parse(json ?? "null");
  const found = anchor === null ? undefined : await texts.call(organizationId, "findAnchor", { updates, anchor });
  const { range, text = "" } = found ?? {};
  if (range === undefined || text.slice(range.start, range.end) !== anchor.quote) {
    throw new AppError("conflict", "The text has changed since then; edit it by hand, or reject the suggestion.");
  }
  return `${text.slice(0, range.start)}${replacement ?? ""}${text.slice(range.end)}`;
}
