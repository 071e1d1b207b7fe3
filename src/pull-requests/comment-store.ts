import { recordPullRequestChange } from "../activity/changes/store.ts";
import type { Connection } from "../platform/db/database.ts";
import { putRow } from "../platform/db/rows.ts";
import type { PullRequestCommentRow } from "../platform/db/tables.ts";
import { type CommitStatus, commentsMax, type PullRequestComment } from "./pull-request.ts";

const statusesMax = 100;

/** Lists all comments, including deleted ones, because their replies stay. */
export async function listComments(connection: Connection, pullRequestId: string): Promise<PullRequestComment[]> {
  const rows = await connection
    .selectFrom("pullRequestComments")
    .selectAll()
    .where("pullRequestId", "=", pullRequestId)
    .orderBy("number")
    .limit(commentsMax)
    .execute();
  return rows.map(toComment);
}

export async function findComment(
  connection: Connection,
  pullRequestId: string,
  number: number,
): Promise<PullRequestComment | undefined> {
  const row = await connection
    .selectFrom("pullRequestComments")
    .selectAll()
    .where("pullRequestId", "=", pullRequestId)
    .where("number", "=", number)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return row && toComment(row);
}

export async function findLastCommentNumber(tx: Connection, pullRequestId: string): Promise<number> {
  const row = await tx
    .selectFrom("pullRequestComments")
    .select((comment) => comment.fn.max("number").as("last"))
    .where("pullRequestId", "=", pullRequestId)
    .executeTakeFirst();
  return row?.last ?? 0;
}

type NewComment = Omit<PullRequestComment, "resolvedAt" | "resolvedBy" | "deletedAt">;

/**
 * Adds a comment, or replaces the comment with the same key. The caller has locked the project, so the number is free.
 */
export async function putComment(
  tx: Connection,
  pullRequestId: string,
  { place, ...comment }: NewComment,
): Promise<PullRequestComment> {
  const { author, body, updatedAt } = comment;
  const row = await tx
    .insertInto("pullRequestComments")
    .values({
      ...comment,
      pullRequestId,
      path: place?.path ?? null,
      side: place?.side ?? null,
      line: place?.line ?? null,
      commitSha: place?.sha ?? null,
      blob: place?.blob ?? null,
      lineText: place?.text ?? null,
    })
    .onConflict((conflict) => conflict.columns(["pullRequestId", "key"]).doUpdateSet({ author, body, updatedAt }))
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordPullRequestChange(tx, { id: pullRequestId }, updatedAt);
  return toComment(row);
}

type CommentColumn = "body" | "updatedAt" | "resolvedAt" | "resolvedBy" | "lineText" | "deletedAt";

/** Changes a comment. Returns undefined if the comment was deleted in the meantime. */
export async function updateComment(
  tx: Connection,
  pullRequestId: string,
  number: number,
  change: Partial<Pick<PullRequestCommentRow, CommentColumn>>,
  now: number,
): Promise<PullRequestComment | undefined> {
  const row = await tx
    .updateTable("pullRequestComments")
    .set(change)
    .where("pullRequestId", "=", pullRequestId)
    .where("number", "=", number)
    .where("deletedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
  await recordPullRequestChange(tx, { id: pullRequestId }, now);
  return row && toComment(row);
}

/** Stores a status. It replaces the earlier status with the same context. */
export async function putStatus(
  connection: Connection,
  projectId: string,
  { commit, context, state, description, url }: CommitStatus,
  now: number,
): Promise<void> {
  const row = { projectId, commitSha: commit, context, state, description, url, updatedAt: now };
  await putRow(connection, "commitStatuses", ["projectId", "commitSha", "context"], row);
  await recordPullRequestChange(connection, { projectId, headSha: commit }, now);
}

export async function listStatuses(connection: Connection, projectId: string, sha: string): Promise<CommitStatus[]> {
  return connection
    .selectFrom("commitStatuses")
    .select(["commitSha as commit", "context", "state", "description", "url"])
    .where("projectId", "=", projectId)
    .where("commitSha", "=", sha)
    .orderBy("context")
    .limit(statusesMax)
    .execute();
}

function toComment(row: PullRequestCommentRow): PullRequestComment {
  const { pullRequestId: _pullRequestId, path, side, line, commitSha: sha, blob, lineText, ...comment } = row;
  const hasPlace = path !== null && side !== null && line !== null && sha !== null && blob !== null;
  return { ...comment, place: hasPlace ? { path, side, line, sha, blob, text: lineText ?? "" } : null };
}
