import { recordPullRequestChange } from "../platform/changes/store.ts";
import type { Connection } from "../platform/db/database.ts";
import type { PullRequestCommentRow } from "../platform/db/tables/pull-requests.ts";
import { type CommitStatus, commentsMax, type PullRequestComment } from "./pull-request.ts";

const statusesMax = 100;

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

export async function findLastCommentNumber(tx: Connection, pullRequestId: string): Promise<number> {
  const row = await tx
    .selectFrom("pull_request_comments")
    .select((comment) => comment.fn.max("number").as("last"))
    .where("pull_request_id", "=", pullRequestId)
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** Replaces the comment with the same key. The caller has locked the project, so the number is free. */
export async function putComment(
  tx: Connection,
  pullRequestId: string,
  { number, key, author, body, createdAt, updatedAt }: PullRequestComment,
): Promise<PullRequestComment> {
  const row = await tx
    .insertInto("pull_request_comments")
    .values({
      pull_request_id: pullRequestId,
      number,
      key,
      author,
      body,
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
    body: row.body,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
