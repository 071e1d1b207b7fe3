import type { Connection } from "../../platform/db/database.ts";
import type { DraftCommentRow } from "../../platform/db/tables.ts";

/** The maximum number of comments in a draft. */
export const commentsMax = 2_000;

export function listComments(connection: Connection, draftId: string): Promise<DraftCommentRow[]> {
  return connection
    .selectFrom("draftComments")
    .selectAll()
    .where("draftId", "=", draftId)
    .orderBy("id")
    .limit(commentsMax)
    .execute();
}

export async function countComments(connection: Connection, draftId: string): Promise<number> {
  const { count } = await connection
    .selectFrom("draftComments")
    .select((comments) => comments.fn.countAll<number | string>().as("count"))
    .where("draftId", "=", draftId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function findComment(connection: Connection, draftId: string, id: string): Promise<DraftCommentRow | undefined> {
  return connection
    .selectFrom("draftComments")
    .selectAll()
    .where("draftId", "=", draftId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function insertComment(tx: Connection, comment: DraftCommentRow): Promise<void> {
  await tx.insertInto("draftComments").values(comment).execute();
}

type CommentChange = Partial<Pick<DraftCommentRow, "body" | "status" | "endedBy">>;

/** Changes the comment only if it still has the status that the caller read. */
export function updateComment(
  tx: Connection,
  { id, status }: Pick<DraftCommentRow, "id" | "status">,
  change: CommentChange,
  now: number,
): Promise<DraftCommentRow | undefined> {
  return tx
    .updateTable("draftComments")
    .set({ ...change, updatedAt: now })
    .where("id", "=", id)
    .where("status", "=", status)
    .returningAll()
    .executeTakeFirst();
}

export async function moveComment(tx: Connection, id: string, anchor: string): Promise<void> {
  await tx.updateTable("draftComments").set({ anchor }).where("id", "=", id).execute();
}

/** Deletes the comment and all replies to it. */
export async function deleteComment(tx: Connection, draftId: string, id: string): Promise<void> {
  await tx
    .deleteFrom("draftComments")
    .where("draftId", "=", draftId)
    .where((comment) => comment.or([comment("id", "=", id), comment("parentId", "=", id)]))
    .execute();
}
