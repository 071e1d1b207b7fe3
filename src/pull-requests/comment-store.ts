import { recordPullRequestChange } from "../activity/changes/store.ts";
import type { Connection } from "../platform/db/database.ts";
import type { PullRequestCommentRow } from "../platform/db/tables/pull-requests.ts";
import { type CommentPlace, type CommitStatus, commentsMax, type PullRequestComment } from "./pull-request.ts";

const statusesMax = 100;

/** Includes deleted comments, because their replies stay. */
export async function listComments(connection: Connection, pullRequestId: string): Promise<PullRequestComment[]> {
  const rows = await connection
    .selectFrom("pull_request_comments")
    .selectAll()
    .where("pull_request_id", "=", pullRequestId)
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
    .selectFrom("pull_request_comments")
    .selectAll()
    .where("pull_request_id", "=", pullRequestId)
    .where("number", "=", number)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row && toComment(row);
}

export async function findLastCommentNumber(tx: Connection, pullRequestId: string): Promise<number> {
  const row = await tx
    .selectFrom("pull_request_comments")
    .select((comment) => comment.fn.max("number").as("last"))
    .where("pull_request_id", "=", pullRequestId)
    .executeTakeFirst();
  return row?.last ?? 0;
}

type NewComment = Omit<PullRequestComment, "resolvedAt" | "resolvedBy" | "deletedAt">;

/** Replaces the comment with the same key. The caller has locked the project, so the number is free. */
export async function putComment(
  tx: Connection,
  pullRequestId: string,
  { number, key, author, authorId, body, place, replyTo, createdAt, updatedAt }: NewComment,
): Promise<PullRequestComment> {
  const row = await tx
    .insertInto("pull_request_comments")
    .values({
      pull_request_id: pullRequestId,
      number,
      key,
      author,
      author_id: authorId,
      body,
      path: place?.path ?? null,
      side: place?.side ?? null,
      line: place?.line ?? null,
      commit_sha: place?.sha ?? null,
      blob: place?.blob ?? null,
      line_text: place?.text ?? null,
      reply_to: replyTo,
      created_at: createdAt,
      updated_at: updatedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(["pull_request_id", "key"]).doUpdateSet({ author, body, updated_at: updatedAt }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordPullRequestChange(tx, { id: pullRequestId }, updatedAt);
  return toComment(row);
}

export type CommentChange =
  | { body: string }
  | { resolvedAt: number | null; resolvedBy: string | null }
  | { deletedAt: number };

/** Returns undefined if the comment was deleted in the meantime. */
export async function updateComment(
  tx: Connection,
  pullRequestId: string,
  number: number,
  change: CommentChange,
  now: number,
): Promise<PullRequestComment | undefined> {
  const row = await tx
    .updateTable("pull_request_comments")
    .set(
      "body" in change
        ? { body: change.body, updated_at: now }
        : "deletedAt" in change
          ? { body: "", line_text: null, deleted_at: change.deletedAt }
          : { resolved_at: change.resolvedAt, resolved_by: change.resolvedBy },
    )
    .where("pull_request_id", "=", pullRequestId)
    .where("number", "=", number)
    .where("deleted_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  await recordPullRequestChange(tx, { id: pullRequestId }, now);
  return row && toComment(row);
}

/** Replaces the earlier status with the same context. */
export async function putStatus(
  connection: Connection,
  projectId: string,
  { commit, context, state, description, url }: CommitStatus,
  now: number,
): Promise<void> {
  await connection
    .insertInto("commit_statuses")
    .values({ project_id: projectId, commit_sha: commit, context, state, description, url, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "commit_sha", "context"])
        .doUpdateSet({ state, description, url, updated_at: now }),
    )
    .execute();
  await recordPullRequestChange(connection, { projectId, headSha: commit }, now);
}

export async function listStatuses(connection: Connection, projectId: string, sha: string): Promise<CommitStatus[]> {
  const rows = await connection
    .selectFrom("commit_statuses")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("commit_sha", "=", sha)
    .orderBy("context")
    .limit(statusesMax)
    .execute();
  return rows.map(({ commit_sha, context, state, description, url }) => ({
    commit: commit_sha,
    context,
    state,
    description,
    url,
  }));
}

function toComment(row: PullRequestCommentRow): PullRequestComment {
  return {
    number: row.number,
    key: row.key,
    author: row.author,
    authorId: row.author_id,
    body: row.body,
    place: toPlace(row),
    replyTo: row.reply_to,
    resolvedAt: row.resolved_at,
    resolvedBy: row.resolved_by,
    deletedAt: row.deleted_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toPlace({ path, side, line, commit_sha, blob, line_text }: PullRequestCommentRow): CommentPlace | null {
  return path === null || side === null || line === null || commit_sha === null || blob === null
    ? null
    : { path, side, line, sha: commit_sha, blob, text: line_text ?? "" };
}
